export async function runTools(): Promise<number> {
  return 0;
}
