/* The floor for "a file was closed, so a program is started": one blocking read of inotify, then
 *   spawn    posix_spawn of the action
 *   sqlite   one INSERT, committed (WAL, synchronous=NORMAL), then posix_spawn
 * Children are not waited for. An overflow of the kernel's queue is only reported.
 *
 * usage: floor spawn|sqlite FOLDER ACTION FIFO DATABASE
 *
 * Prints "ready" on standard output when it watches. */
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <sqlite3.h>
#include <sys/inotify.h>
#include <unistd.h>

#include "common.h"

extern char **environ;

/* About what Hob stores of an event and the intent to act on it. */
static char payload[200];

static sqlite3 *database;
static sqlite3_stmt *insert;

static void check(int code, int wanted, const char *what) {
    if (code == wanted) return;
    fprintf(stderr, "floor: %s: %s\n", what, sqlite3_errmsg(database));
    exit(1);
}

static void open_database(const char *path) {
    check(sqlite3_open(path, &database), SQLITE_OK, path);
    const char *setup =
        "pragma journal_mode = wal; pragma synchronous = normal;"
        "create table if not exists run"
        " (id integer primary key, at integer, rule text, event text, state integer)";
    check(sqlite3_exec(database, setup, 0, 0, 0), SQLITE_OK, "setup");
    const char *text = "insert into run (at, rule, event, state) values (?, 'invoices', ?, 0)";
    check(sqlite3_prepare_v2(database, text, -1, &insert, 0), SQLITE_OK, text);
}

static void store(void) {
    sqlite3_bind_int64(insert, 1, now());
    sqlite3_bind_text(insert, 2, payload, sizeof payload, SQLITE_STATIC);
    check(sqlite3_step(insert), SQLITE_DONE, "insert");
    sqlite3_reset(insert);
}

int main(int count, char **arguments) {
    if (count != 6) return 2;
    const char *folder = arguments[2], *action = arguments[3], *fifo = arguments[4];
    memset(payload, 'x', sizeof payload);
    if (strcmp(arguments[1], "sqlite") == 0) open_database(arguments[5]);

    struct sigaction ignore = {.sa_handler = SIG_DFL, .sa_flags = SA_NOCLDWAIT};
    sigaction(SIGCHLD, &ignore, 0);
    int watch = inotify_init1(IN_CLOEXEC);
    if (watch < 0) fail("inotify_init1 (see fs.inotify.max_user_instances)");
    if (inotify_add_watch(watch, folder, IN_CLOSE_WRITE | IN_ONLYDIR) < 0) fail(folder);
    int out = open(fifo, O_WRONLY | O_CLOEXEC);
    if (out < 0) fail(fifo);
    puts("ready");
    fflush(stdout);

    static char buffer[65536] __attribute__((aligned(8)));
    for (;;) {
        ssize_t length = read(watch, buffer, sizeof buffer);
        if (length < 0 && errno == EINTR) continue;
        if (length <= 0) fail("read");
        for (char *place = buffer; place < buffer + length;) {
            struct inotify_event *event = (void *)place;
            place += sizeof *event + event->len;
            if (event->mask & IN_Q_OVERFLOW) {
                struct record record = {now(), OVERFLOW_NUMBER};
                if (write(out, &record, sizeof record) < 0) fail(fifo);
                continue;
            }
            if (!(event->mask & IN_CLOSE_WRITE)) continue;
            if (insert) store();
            char *child[] = {(char *)action, (char *)fifo, event->name, 0};
            pid_t process;
            int error = posix_spawn(&process, action, 0, 0, child, environ);
            if (error) {
                errno = error;
                fail(action);
            }
        }
    }
}
