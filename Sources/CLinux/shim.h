#pragma once
/* GNU declarations are switched on after features.h, not by _GNU_SOURCE: that would also give fd_set other
   field names than in the Glibc module, and Swift refuses two modules that disagree. */
#include <features.h>
#ifndef __USE_GNU
#define __USE_GNU 1
#endif
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <malloc.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/file.h>
#include <sys/inotify.h>
#include <sys/mman.h>
#include <sys/ioctl.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/statfs.h>
#include <sys/syscall.h>
#include <sys/timerfd.h>
#include <sys/wait.h>
#include <sys/xattr.h>
#include <unistd.h>

#include "hob_spawn.h"

/* Only what Swift can't call: variadic functions and system calls without a wrapper. */
static inline int hob_gettid(void) { return (int)syscall(SYS_gettid); }
static inline int hob_pidfd_open(pid_t pid) { return (int)syscall(SYS_pidfd_open, pid, 0); }
static inline int hob_fcntl_int(int fd, int command, int argument) { return fcntl(fd, command, argument); }
static inline int hob_openat(int at, const char *path, int flags, mode_t mode) { return openat(at, path, flags, mode); }
/* FICLONE of linux/fs.h, whose other names collide with those of the C library. */
static inline int hob_clone_file(int target, int source) { return ioctl(target, _IOW(0x94, 9, int), source); }
/* The width of a terminal in columns, or -1. */
static inline int hob_terminal_width(int fd) {
  struct winsize size;
  return ioctl(fd, TIOCGWINSZ, &size) == 0 ? size.ws_col : -1;
}
/* statfs with the two halves of f_fsid as one number; their names differ between C libraries. */
static inline int hob_fsid(const char *path, unsigned long long *number) {
  struct statfs status;
  unsigned int halves[2];
  if (statfs(path, &status) != 0) return -1;
  memcpy(halves, &status.f_fsid, sizeof halves);
  *number = (unsigned long long)halves[0] << 32 | halves[1];
  return 0;
}
static inline int hob_name_thread(const char *name) { return prctl(PR_SET_NAME, name); }
