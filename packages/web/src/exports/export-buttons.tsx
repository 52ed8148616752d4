/** Buttons that save data sets as files, in a format that the reader chooses. */
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from '../ui/button.tsx';
import { saveFile } from '../ui/save-file.ts';
import { Segmented } from '../ui/segmented.tsx';
import { showToast } from '../ui/toast.tsx';

const FORMATS = { csv: 'CSV', parquet: 'Parquet', jsonl: 'JSON lines' } as const;
type Format = keyof typeof FORMATS;

interface ExportButtonsProps<What extends string> {
  /** Data sets by their names in files, with their titles. */
  readonly sets: Readonly<Partial<Record<What, string>>>;
  readonly open: (what: What, format: Format) => Promise<Response>;
  readonly explain: (error: unknown) => string;
}

export function ExportButtons<What extends string>({ sets, open, explain }: ExportButtonsProps<What>) {
  const [format, setFormat] = useState<Format>('csv');
  const save = useMutation({
    mutationFn: (what: What) => saveFile(`${what}.${format}`, open(what, format)),
    onError: (error) => showToast({ title: 'The file was not saved', text: explain(error), tone: 'bad' }),
  });
  return (
    <>
      <Segmented label='Format' value={format} options={FORMATS} onChange={setFormat} />
      <div className='wrap flex gap-2'>
        {(Object.entries(sets) as [What, string][]).map(([what, title]) => (
          <Button
            key={what}
            busy={save.isPending && save.variables === what}
            disabled={save.isPending}
            onClick={() => save.mutate(what)}
          >
            {title}
          </Button>
        ))}
      </div>
    </>
  );
}
