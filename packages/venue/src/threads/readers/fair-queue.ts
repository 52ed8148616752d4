/**
 * A queue that serves clients in turn: each turn takes the oldest job of the client that was served longest ago. So a
 * client with a thousand jobs delays each job of another client by only one of its own.
 */
export class FairQueue<Job> {
  /** Clients with jobs, the next in turn first. */
  readonly #lines = new Map<string, Job[]>();

  add(client: string, job: Job): void {
    const line = this.#lines.get(client);
    if (line === undefined) this.#lines.set(client, [job]);
    else line.push(job);
  }

  /** Removes and returns the next job; undefined if there is none. */
  take(): Job | undefined {
    for (const [client, line] of this.#lines) {
      const job = line.shift();
      this.#lines.delete(client);
      // The client's next turn comes after all other clients.
      if (line.length > 0) this.#lines.set(client, line);
      return job;
    }
    return undefined;
  }

  /** Removes all jobs, in the order of turns. */
  drain(): Job[] {
    const jobs: Job[] = [];
    for (let job = this.take(); job !== undefined; job = this.take()) jobs.push(job);
    return jobs;
  }
}
