#pragma once
/* Starting a program. clone(2) is variadic and needs a stack, so Swift can't call it. Against posix_spawn(3) it saves
   a third of the time (that asks the kernel for the disposition of every signal), gives the pidfd in the same call,
   and the child can say which step failed: it shares this memory until it becomes the program (CLONE_VFORK). */
#include <errno.h>
#include <sched.h>
#include <signal.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

enum hob_spawn_step { HOB_SPAWN_DONE = 0, HOB_SPAWN_DESCRIPTORS, HOB_SPAWN_FOLDER, HOB_SPAWN_PROGRAM };

struct hob_spawn {
  const char *path;
  char *const *arguments;
  char *const *environment;
  const char *folder;         /* where the program starts; NULL: where we are */
  int input, output, errors;  /* become 0, 1 and 2; each must be above 2 */
  unsigned long long ignored; /* bit n - 1 set: signal n is ignored here and must not be there */
  pid_t parent;               /* set by hob_spawn */
  int step, error;            /* out: the step that failed, and errno */
};

static int hob_spawn_child(void *context) {
  struct hob_spawn *spawn = (struct hob_spawn *)context;
  spawn->step = HOB_SPAWN_DESCRIPTORS;
  prctl(PR_SET_PDEATHSIG, SIGKILL); /* whatever ends the thread that started it, nothing runs on unwatched */
  if (getppid() != spawn->parent) _exit(127);
  if (setpgid(0, 0) < 0 || dup2(spawn->input, 0) < 0 || dup2(spawn->output, 1) < 0 || dup2(spawn->errors, 2) < 0) goto failed;
  close_range(3, ~0U, 0); /* ours are close-on-exec; what libraries and our own parent opened may not be */
  spawn->step = HOB_SPAWN_FOLDER;
  if (spawn->folder && chdir(spawn->folder) < 0) goto failed;
  for (int number = 1; spawn->ignored >> (number - 1); number++) {
    if (!(spawn->ignored >> (number - 1) & 1)) continue;
    struct sigaction action;
    memset(&action, 0, sizeof action);
    action.sa_handler = SIG_DFL;
    sigaction(number, &action, NULL);
  }
  sigset_t none;
  sigemptyset(&none);
  sigprocmask(SIG_SETMASK, &none, NULL);
  spawn->step = HOB_SPAWN_PROGRAM;
  execve(spawn->path, spawn->arguments, spawn->environment);
failed:
  spawn->error = errno;
  _exit(127);
}

/* clone(2) by the C library's other name: the thread sanitizer replaces the first and takes each child for a fork. */
extern int __clone(int (*function)(void *), void *stack_end, int flags, void *argument, ...);

/* Returns the process id, or -1 with errno; `stack_end` is the end of a stack of at least 16 KiB. */
static inline pid_t hob_spawn(struct hob_spawn *spawn, void *stack_end, int *pidfd) {
  sigset_t all, before;
  spawn->step = HOB_SPAWN_DONE;
  spawn->error = 0;
  spawn->parent = getpid();
  sigfillset(&all); /* no handler of ours may run in the child, which has our memory */
  pthread_sigmask(SIG_SETMASK, &all, &before);
  pid_t child = __clone(hob_spawn_child, stack_end, CLONE_VM | CLONE_VFORK | CLONE_PIDFD | SIGCHLD, spawn, pidfd);
  int error = errno;
  pthread_sigmask(SIG_SETMASK, &before, NULL);
  if (child > 0 && spawn->error) {
    while (waitpid(child, NULL, 0) < 0 && errno == EINTR) { }
    close(*pidfd);
    error = spawn->error;
    child = -1;
  }
  errno = error;
  return child;
}

/* Bit n - 1 is set where signal n is ignored. */
static inline unsigned long long hob_ignored_signals(void) {
  unsigned long long ignored = 0;
  for (int number = 1; number < 32; number++) {
    struct sigaction action;
    if (sigaction(number, NULL, &action) == 0 && action.sa_handler == SIG_IGN) ignored |= 1ULL << (number - 1);
  }
  return ignored;
}
