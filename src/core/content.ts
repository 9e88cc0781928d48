/** Content of a result for the model: MCP's content blocks. `data` and `blob` are base64. */
export type TextContent = { readonly type: 'text'; readonly text: string };
export type ImageContent = { readonly type: 'image'; readonly data: string; readonly mimeType: string };
export type ResourceContent = {
  readonly type: 'resource';
  readonly resource: { readonly uri: string; readonly mimeType: string; readonly blob: string };
};
export type Content = TextContent | ImageContent | ResourceContent;

/** What a person is shown of a call, before and after it runs. */
export type Display =
  | { readonly type: 'command'; readonly command: string; readonly cwd: string; readonly host: string }
  | { readonly type: 'diff'; readonly path: string; readonly text: string }
  | { readonly type: 'brief'; readonly text: string };

/** A text content block. */
export function text(value: string): TextContent {
  return { type: 'text', text: value };
}
