import { ptr } from 'bun:ffi'
import { readFileSync } from 'node:fs'
import { cLibrary, prctl } from './c-library.ts'

/** What a process may use up. */
export interface Usage {
  /** Processor time, in seconds. */
  readonly seconds: number
  /** Memory in bytes, beyond what the process has now. */
  readonly memory: number
}

/**
 * Confines this process, before it reads what a stranger has sent. From now on it is ended by SIGXCPU when it has used its
 * time, cannot have more than its memory, opens no socket, starts no program, changes no file, and signals,
 * reads and changes no other process.
 *
 * @returns what could not be forbidden on this system; nothing on Linux with seccomp
 */
export function confine({ seconds, memory }: Usage): string[] {
  const forbidden: readonly [string, boolean][] = [
    ['to use more time', limit(RLIMIT.cpu, seconds, seconds + 1) && limit(RLIMIT.core, 0)],
    ['to use more memory', limitMemory(memory)],
    ['to use the network, other programs and processes, and to change files', forbidCalls()],
  ]
  return forbidden.flatMap(([what, isForbidden]) => (isForbidden ? [] : [what]))
}

/** Numbers that Linux and macOS share. */
const RLIMIT = { cpu: 0, data: 2, core: 4 }

/** @param hard where the system kills the process, if it goes on after SIGXCPU */
function limit(resource: number, most: number, hard = most): boolean {
  const library = cLibrary({ setrlimit: { args: ['int', 'ptr'], returns: 'int' } })
  return library?.setrlimit(resource, ptr(BigUint64Array.of(BigInt(most), BigInt(hard)))) === 0
}

/** JavaScriptCore reserves much more memory than it uses, so the limit counts from what is reserved now. */
function limitMemory(more: number): boolean {
  if (process.platform !== 'linux') return false // macOS has such a limit, but does not heed it
  const [, kibibytes] = /^VmData:\s+(\d+) kB$/m.exec(readFileSync('/proc/self/status', 'utf8')) ?? []
  return kibibytes !== undefined && limit(RLIMIT.data, Number(kibibytes) * 1024 + more)
}

/** The numbers of system calls of an architecture. */
interface Calls {
  /** The architecture's AUDIT_ARCH number (linux/audit.h). */
  readonly architecture: number
  readonly seccomp: number
  readonly clone: number
  /** Opens a file. The place is that of its flags among its arguments. */
  readonly open: readonly { readonly call: number; readonly flagsAt: number }[]
  readonly tgkill: number
  readonly prlimit: number
  readonly forbidden: readonly number[]
}

const CALLS: Partial<Record<NodeJS.Architecture, Calls>> = {
  x64: {
    architecture: 0xc000003e,
    seccomp: 317,
    clone: 56,
    tgkill: 234,
    prlimit: 302,
    open: [
      { call: 2, flagsAt: 1 },
      { call: 257, flagsAt: 2 },
    ],
    forbidden: [
      ...[41, 42, 49, 50], // socket, connect, bind, listen
      ...[57, 58, 59, 322], // fork, vfork, execve, execveat
      ...[62, 200, 129, 297, 424], // kill, tkill, rt_sigqueueinfo, rt_tgsigqueueinfo, pidfd_send_signal
      ...[101, 310, 311, 438, 312], // ptrace, process_vm_readv, process_vm_writev, pidfd_getfd, kcmp
      ...[440, 448, 256, 279], // process_madvise, process_mrelease, migrate_pages, move_pages
      ...[321, 298, 323, 248, 249, 250], // bpf, perf_event_open, userfaultfd, add_key, request_key, keyctl
      ...[272, 308, 161, 155, 165, 166], // unshare, setns, chroot, pivot_root, mount, umount2
      ...[428, 429, 430, 431, 432, 433, 442], // open_tree, move_mount, fsopen, fsconfig, fsmount, fspick, mount_setattr
      ...[175, 313, 176, 246, 320, 169], // init_module, finit_module, delete_module, kexec_load, kexec_file_load, reboot
      ...[85, 76, 87, 263, 82, 264, 316], // creat, truncate, unlink, unlinkat, rename, renameat, renameat2
      ...[83, 258, 84, 86, 265, 88, 266], // mkdir, mkdirat, rmdir, link, linkat, symlink, symlinkat
      ...[133, 259, 90, 91, 268, 452, 304], // mknod, mknodat, chmod, fchmod, fchmodat, fchmodat2, open_by_handle_at
      ...[92, 93, 94, 260, 132, 235, 261, 280], // chown, fchown, lchown, fchownat, utime, utimes, futimesat, utimensat
      ...[188, 189, 190, 197, 198, 199], // setxattr, lsetxattr, fsetxattr, removexattr, lremovexattr, fremovexattr
    ],
  },
  arm64: {
    architecture: 0xc00000b7,
    seccomp: 277,
    clone: 220,
    tgkill: 131,
    prlimit: 261,
    open: [{ call: 56, flagsAt: 2 }],
    forbidden: [
      ...[198, 203, 200, 201], // socket, connect, bind, listen
      ...[221, 281], // execve, execveat
      ...[129, 130, 138, 240, 424], // kill, tkill, rt_sigqueueinfo, rt_tgsigqueueinfo, pidfd_send_signal
      ...[117, 270, 271, 438, 272], // ptrace, process_vm_readv, process_vm_writev, pidfd_getfd, kcmp
      ...[440, 448, 238, 239], // process_madvise, process_mrelease, migrate_pages, move_pages
      ...[280, 241, 282, 217, 218, 219], // bpf, perf_event_open, userfaultfd, add_key, request_key, keyctl
      ...[97, 268, 51, 41, 40, 39], // unshare, setns, chroot, pivot_root, mount, umount2
      ...[428, 429, 430, 431, 432, 433, 442], // open_tree, move_mount, fsopen, fsconfig, fsmount, fspick, mount_setattr
      ...[105, 273, 106, 104, 294, 142], // init_module, finit_module, delete_module, kexec_load, kexec_file_load, reboot
      ...[45, 35, 38, 276], // truncate, unlinkat, renameat, renameat2
      ...[34, 37, 36], // mkdirat, linkat, symlinkat
      ...[33, 52, 53, 452, 265], // mknodat, fchmod, fchmodat, fchmodat2, open_by_handle_at
      ...[54, 55, 88], // fchownat, fchown, utimensat
      ...[5, 6, 7, 14, 15, 16], // setxattr, lsetxattr, fsetxattr, removexattr, lremovexattr, fremovexattr
    ],
  },
}

/** clone3, openat2 and io_uring_setup, of both. What they are asked to do is nothing that a filter can see. */
const OPAQUE = [435, 437, 425]

const PR_SET_NO_NEW_PRIVS = 38
const SECCOMP_SET_MODE_FILTER = 1
const SECCOMP_FILTER_FLAG_TSYNC = 1

/** Forbids system calls to all threads of this process (seccomp). */
function forbidCalls(): boolean {
  const calls = CALLS[process.arch]
  const library = cLibrary({ syscall: { args: ['i64', 'u64', 'u64', 'u64'], returns: 'i64' } })
  if (process.platform !== 'linux' || calls === undefined || library === undefined) return false
  // Without privileges, only a process that can gain none may do this.
  if (!prctl(PR_SET_NO_NEW_PRIVS, 1)) return false
  const filter = filterOf(calls)
  const program = BigUint64Array.of(BigInt(filter.length), BigInt(ptr(filter)))
  const done = library.syscall(
    calls.seccomp,
    SECCOMP_SET_MODE_FILTER,
    SECCOMP_FILTER_FLAG_TSYNC,
    ptr(program),
  )
  return Number(done) === 0
}

/** Where a filter finds the number of a call, its architecture, and the lower halves of its arguments. */
const NUMBER_AT = 0
const ARCHITECTURE_AT = 4
const argumentAt = (place: number) => 16 + 8 * place
/** The first number of x32, which has the calls of x64 under other numbers. */
const X32 = 0x40000000
const CLONE_THREAD = 0x10000
/** To write, to create, to truncate. */
const WRITING = 0o3 | 0o100 | 0o1000

const ALLOW = 0x7fff0000
const KILL = 0x80000000
const FAIL = 0x00050000
const EPERM = 1
const ENOSYS = 38

/** The filter in the language of the kernel (linux/bpf_common.h), 8 bytes an instruction. */
function filterOf({ architecture, clone, open, tgkill, prlimit, forbidden }: Calls): BigUint64Array {
  const refused = answer(FAIL | EPERM)
  return BigUint64Array.from([
    load(ARCHITECTURE_AT),
    skip(IF_EQUAL, architecture, { yes: 1 }),
    answer(KILL),
    load(NUMBER_AT),
    skip(IF_AT_LEAST, X32, { no: 1 }),
    refused,
    ...forbidden.flatMap((number) => [skip(IF_EQUAL, number, { no: 1 }), refused]),
    // as if the kernel had none: the C library then uses older calls
    ...OPAQUE.flatMap((number) => [skip(IF_EQUAL, number, { no: 1 }), answer(FAIL | ENOSYS)]),
    // a thread, but no process
    ...[skip(IF_EQUAL, clone, { no: 4 }), load(argumentAt(0)), skip(IF_ANY_BIT, CLONE_THREAD, { yes: 1 })],
    ...[refused, answer(ALLOW)],
    // JavaScriptCore signals its own threads, and asks for its own limits (process 0 is the one that asks)
    ...[
      [tgkill, process.pid],
      [prlimit, 0],
    ].flatMap(([call, itself]) => [
      ...[skip(IF_EQUAL, call!, { no: 4 }), load(argumentAt(0)), skip(IF_EQUAL, itself!, { no: 1 })],
      ...[answer(ALLOW), refused],
    ]),
    ...open.flatMap(({ call, flagsAt }) => [
      ...[skip(IF_EQUAL, call, { no: 4 }), load(argumentAt(flagsAt)), skip(IF_ANY_BIT, WRITING, { no: 1 })],
      ...[refused, answer(ALLOW)],
    ]),
    answer(ALLOW),
  ])
}

const IF_EQUAL = 0x15
const IF_AT_LEAST = 0x35
const IF_ANY_BIT = 0x45

function load(at: number): bigint {
  return instruction(0x20, at)
}

function answer(value: number): bigint {
  return instruction(0x06, value)
}

/** Skips as many instructions as it says for either outcome of a comparison with what was loaded. */
function skip(
  comparison: number,
  value: number,
  { yes = 0, no = 0 }: { readonly yes?: number; readonly no?: number },
): bigint {
  return instruction(comparison, value, yes, no)
}

function instruction(code: number, value: number, yes = 0, no = 0): bigint {
  return BigInt(code) | (BigInt(yes) << 16n) | (BigInt(no) << 24n) | (BigInt(value >>> 0) << 32n)
}
