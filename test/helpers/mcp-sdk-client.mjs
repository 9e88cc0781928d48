// Lists and calls every tool with the official TypeScript client and lets it answer one approval; runs in a folder that
// has the client installed: node mcp-sdk-client.mjs v1|v2-legacy|v2-auto BINARY WORKSPACE. Prints one JSON report.
const [kind = '', binary = '', workspace = ''] = process.argv.slice(2);

/** Arguments that succeed in the workspace, by tool. */
const samples = {
  shell: { command: 'echo hi' },
  process: { action: 'list' },
  read: { path: 'a.txt' },
  read_media: { path: 'pixel.png' },
  write: { path: 'b.txt', content: 'x\n' },
  edit: { path: 'a.txt', old: 'one', new: 'two' },
  glob: { pattern: '*.txt' },
  grep: { pattern: 'two' },
  skill: { action: 'list' },
};

async function makeClient(args, onForm) {
  const capabilities = { elicitation: {} };
  const info = { name: `sdk-${kind}`, version: '1' };
  const server = { command: binary, args: ['mcp', ...args], cwd: workspace, stderr: 'pipe' };
  if (kind === 'v1') {
    const { Client } = await import('@modelcontextprotocol/sdk/client/index.js');
    const { StdioClientTransport } = await import('@modelcontextprotocol/sdk/client/stdio.js');
    const { ElicitRequestSchema } = await import('@modelcontextprotocol/sdk/types.js');
    const client = new Client(info, { capabilities });
    client.setRequestHandler(ElicitRequestSchema, onForm);
    await client.connect(new StdioClientTransport(server));
    return client;
  }
  const { Client } = await import('@modelcontextprotocol/client');
  const { StdioClientTransport } = await import('@modelcontextprotocol/client/stdio');
  const mode = kind === 'v2-auto' ? 'auto' : 'legacy';
  const client = new Client(info, { capabilities, versionNegotiation: { mode } });
  client.setRequestHandler('elicitation/create', onForm);
  await client.connect(new StdioClientTransport(server));
  return client;
}

async function callEvery() {
  const client = await makeClient(['--yolo'], () => ({ action: 'decline' }));
  const { tools } = await client.listTools();
  const calls = {};
  for (const { name } of tools) {
    const result = await client.callTool({ name, arguments: samples[name] ?? {} });
    calls[name] = result.isError ? `error: ${JSON.stringify(result.content)}` : 'ok';
  }
  const spoken = client.getNegotiatedProtocolVersion?.() ?? client.transport?.protocolVersion ?? null;
  await client.close();
  return { tools: tools.length, calls, spoken };
}

async function askOnce(pick) {
  let form = null;
  const client = await makeClient(['--ask', 'always'], (request) => {
    form = request.params;
    return pick(form.requestedSchema.properties.decision);
  });
  const result = await client.callTool({ name: 'shell', arguments: { command: 'echo asked' } });
  await client.close();
  return { wasAsked: form !== null, status: result.structuredContent?.status, text: result.content[0]?.text };
}

const choices = (decision) => decision.oneOf?.map((choice) => choice.const) ?? decision.enum;
const report = {
  client: kind,
  ...(await callEvery()),
  accepted: await askOnce((decision) => ({ action: 'accept', content: { decision: choices(decision)[0] } })),
  declined: await askOnce(() => ({ action: 'decline' })),
};
process.stdout.write(`${JSON.stringify(report)}\n`);
