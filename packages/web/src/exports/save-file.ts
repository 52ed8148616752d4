/** Saves the body of an answer as a file, once it has arrived whole. */
export async function saveFile(name: string, answer: Promise<Response>): Promise<void> {
  const body = await (await answer).blob();
  const link = document.createElement('a');
  link.href = URL.createObjectURL(body);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 1_000);
}
