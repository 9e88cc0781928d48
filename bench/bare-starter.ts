/** What any program of this runtime costs that starts bash, and nothing else: compiled for the run, the floor of a one-shot command. */
const { exitCode } = Bun.spawnSync(['bash', '--noprofile', '--norc', '-p', '-c', '--', 'true'], {
  stdio: ['ignore', 'inherit', 'inherit'],
});
process.exit(exitCode);
