export async function runRpc(): Promise<number> {
  return 0;
}
