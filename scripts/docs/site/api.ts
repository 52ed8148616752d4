/** The API reference as Markdown, from the description that a venue serves at `/openapi.json`. */
import { openApiDocument } from '../../../packages/contract/src/index.ts';

/** Longest example that is shown whole, in characters. */
const EXAMPLE_MAX = 1_500;

interface Schema {
  readonly $ref?: string;
  readonly type?: string;
  readonly description?: string;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
}
interface Content {
  readonly 'application/json'?: {
    readonly schema?: Schema;
    readonly example?: unknown;
    readonly examples?: Readonly<Record<string, { readonly value: unknown }>>;
  };
}
interface Operation {
  readonly operationId: string;
  readonly tags: readonly string[];
  readonly summary: string;
  readonly description?: string;
  readonly parameters?: readonly {
    readonly name: string;
    readonly in: string;
    readonly required?: boolean;
    readonly description?: string;
  }[];
  readonly requestBody?: { readonly content: Content };
  readonly responses: Readonly<Record<string, { readonly description?: string; readonly content?: Content }>>;
}
interface Description {
  readonly info: { readonly description: string };
  readonly tags: readonly { readonly name: string; readonly description: string }[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> };
}

/** Anchors are those of the page with forms at `/docs`, so that a venue can lead there. */
export function renderApi(): string {
  // The cast is a parse boundary: the contract writes the document, and its tests check it.
  const { info, tags, paths, components } = openApiDocument({ version: '' }) as unknown as Description;
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ title: `${method.toUpperCase()} ${path}`, ...operation })),
  );
  const chapters = tags.map(({ name, description }) => {
    const own = operations.filter((operation) => operation.tags.includes(name));
    const sections = own.map(({ title, ...operation }) => {
      const head = `### ${title} {#/${name.replaceAll(' ', '%20')}/${operation.operationId}}`;
      return [head, ...partsOf(operation, components.schemas)].join('\n\n');
    });
    return [`## ${name}`, description, ...sections].join('\n\n');
  });
  return `# HTTP API\n\n${info.description}\n\n${chapters.join('\n\n')}\n`;
}

function partsOf(operation: Operation, schemas: Description['components']['schemas']): readonly string[] {
  const { summary, description, parameters = [], requestBody, responses } = operation;
  const fields = parameters.map((each) => {
    const place = `${each.in}${each.required === true ? ', required' : ''}`;
    return `- \`${each.name}\` (${place}): ${each.description ?? ''}`;
  });
  const body = requestBody?.content['application/json'];
  const schema = schemas[body?.schema?.$ref?.split('/').at(-1) ?? ''] ?? body?.schema;
  const inBody = Object.entries(schema?.properties ?? {}).map(
    ([name, { description: meaning = '' }]) =>
      `- \`${name}\` (body${schema?.required?.includes(name) === true ? ', required' : ''}): ${meaning}`,
  );
  const answer = responses['200']?.content?.['application/json'];
  const errors = Object.entries(responses)
    .filter(([status]) => Number(status) >= 400)
    .flatMap(([, response]) => response.description?.match(/`[a-z_]+`/g) ?? []);
  return [
    `${summary}.${description === undefined ? '' : ` ${description}`}`,
    [...fields, ...inBody].join('\n'),
    example('Request', body?.example ?? Object.values(body?.examples ?? {})[0]?.value),
    example('Answer', answer?.example ?? Object.values(answer?.examples ?? {})[0]?.value),
    errors.length === 0 ? '' : `Errors: ${[...new Set(errors)].join(', ')}.`,
  ].filter((part) => part !== '');
}

function example(title: string, value: unknown): string {
  const text = value === undefined ? '' : JSON.stringify(value, null, 2);
  return text === '' || text.length > EXAMPLE_MAX ? '' : `${title}:\n\n\`\`\`json\n${text}\n\`\`\``;
}
