import { type Profile, type Reading, valuesGiven } from './profile.ts';

/** What systemd tells of a unit that holds none of its environment and command lines. */
const openProperties =
  /^(Id|Names|Description|LoadState|ActiveState|SubState|UnitFileState|FragmentPath|MainPID|ExecMainPID|ExecMainStatus|ExecMainCode|ExecMainStartTimestamp|Result|NRestarts|Restart|Type|Requires|Wants|After|Before|WantedBy|TriggeredBy|Triggers|MemoryCurrent|MemoryPeak|MemoryMax|CPUUsageNSec|TasksCurrent|ActiveEnterTimestamp|InactiveEnterTimestamp|StateChangeTimestamp|Slice|User|Group|ControlGroup|NeedDaemonReload)$/;

function onlyOpen(reading: Reading): string | null {
  const names = valuesGiven(reading, '-p', '--property').flatMap((list) => (list ?? '').split(','));
  return names.length > 0 && names.every((name) => openProperties.test(name))
    ? null
    : 'it may show what the unit is given in its environment';
}

/** Services, their logs, and what else systemd tells of the machine. */
export const systemd = (): readonly Profile[] => [
  {
    names: 'journalctl',
    style: 'exact',
    options:
      '-abefklmqrx -n?text --lines?text -u:text --unit:text -t:text --identifier:text -p:text --priority:text -g:text --grep:text -S:text --since:text -U:text --until:text -o:text --output:text --boot?text --user --system --user-unit:text --dmesg --no-pager --reverse --all --full --no-full --catalog --utc --no-hostname --quiet --pager-end --follow --no-tail --disk-usage --list-boots --version -F:text --field:text -N --fields',
    operands: 'text*',
    allow: [
      'journalctl -n 50',
      'journalctl -u nginx --since today --no-pager',
      "journalctl -xeu nginx --since '1 hour ago' | tail",
      'journalctl -k -b',
      'journalctl --disk-usage',
      'journalctl _PID=1',
    ],
    notAllow: [
      'journalctl --vacuum-time=1d',
      'journalctl --vacuum-s=1',
      'journalctl --rotate',
      'journalctl --flush',
      'journalctl --sync',
      'journalctl --cursor-file=x',
      'journalctl -u nginx --cursor-f x',
      'journalctl --file=f',
      'journalctl -D /x',
      'journalctl --setup-keys',
      'journalctl --update-catalog',
      'journalctl -M x',
      'journalctl --image=x',
    ],
  },
  {
    names:
      'systemctl: status|list-units|list-unit-files|list-timers|list-sockets|list-jobs|list-dependencies|is-active|is-enabled|is-failed|is-system-running|get-default|cat',
    style: 'exact',
    options:
      '-alq --all --full --quiet --user --system --no-pager --no-legend --plain --failed --reverse --after --before -t:text --type:text --state:text -n:number --lines:number -o:text --output:text',
    operands: 'text*',
    allow: [
      'systemctl status nginx',
      'systemctl status nginx --no-pager -l',
      'systemctl list-units --type=service --state=running',
      'systemctl is-active nginx',
      'systemctl list-timers --all',
      'systemctl --user status nginx',
      'systemctl --no-pager --full status nginx | head',
      'systemctl cat nginx',
    ],
    notAllow: [
      'systemctl restart nginx',
      'systemctl edit nginx',
      'systemctl show nginx',
      'systemctl show-environment',
      'systemctl set-default x',
      'systemctl status -H host nginx',
      'systemctl status --host=x nginx',
      'systemctl -H x status nginx',
      'systemctl is-enabled --root=x nginx',
      'systemctl is-enabled --ima=x nginx',
      'systemctl --user restart nginx',
      'systemctl --no-pager edit nginx',
      'systemctl --user --host=x status nginx',
    ],
  },
  {
    names: 'systemctl: show',
    style: 'exact',
    options: '-p:text --property:text --value --no-pager --user --system',
    operands: 'text*',
    veto: onlyOpen,
    allow: ['systemctl show nginx -p MainPID', 'systemctl show -p ActiveState,SubState --value nginx'],
    notAllow: [
      'systemctl show nginx',
      'systemctl show nginx -p Environment',
      'systemctl show -p MainPID,Environment nginx',
      'systemctl show -p "$X" nginx',
      'systemctl show -a nginx',
    ],
  },
  {
    names: 'systemctl',
    style: 'exact',
    options:
      '-alq --all --full --quiet --user --system --no-pager --no-legend --plain --failed -t:text --type:text --state:text --version',
    allow: ['systemctl', 'systemctl --failed', 'systemctl --type=service --state=running --no-pager'],
    notAllow: ['systemctl --failed reboot', 'systemctl -H x', 'systemctl --state running restart nginx'],
  },
  {
    names: 'timedatectl',
    forms: '|status|show|list-timezones|timesync-status',
    otherwise: 'it does more than show',
    allow: ['timedatectl', 'timedatectl status'],
    notAllow: ['timedatectl set-time 1', 'timedatectl set-ntp true', 'timedatectl -H x status'],
  },
  {
    names: 'hostnamectl localectl',
    forms: '|status',
    otherwise: 'it does more than show',
    allow: ['hostnamectl', 'localectl status'],
    notAllow: ['hostnamectl hostname x', 'localectl set-locale x', 'hostnamectl -H x'],
  },
];
