/** Has the browser save files. */

/** Saves the body of an answer, once it has arrived whole. */
export async function saveFile(name: string, answer: Promise<Response>): Promise<void> {
  save(name, await (await answer).blob());
}

export const saveText = (name: string, text: string, type: string): void => save(name, new Blob([text], { type }));

function save(name: string, body: Blob): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(body);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 1_000);
}
