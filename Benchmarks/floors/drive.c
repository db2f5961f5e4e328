/* Makes the work of a measurement and reads what the actions report.
 *
 * usage: drive latency FIFO FOLDER COUNT FIRST GAP_MICROSECONDS
 *            writes COUNT files one after another, each after the action of the one before; prints
 *            for each the nanoseconds from just before its close() to the action's start, or "lost"
 *        drive burst FIFO FOLDER COUNT FIRST QUIET_MILLISECONDS
 *            writes COUNT files as fast as possible and reads until all were reported and nothing came
 *            for a second, or until nothing came for QUIET_MILLISECONDS; prints a line of JSON
 *        drive commands COUNT PROGRAM ARGUMENT...
 *            runs a program COUNT times, its output discarded; prints for each the nanoseconds from
 *            before its start to after its end and its greatest resident size in KiB
 *
 * Files are named f<number>, hold 64 bytes, and are numbered from FIRST on. */
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <spawn.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "common.h"

extern char **environ;

/* How long a single action may take before it counts as lost. */
enum { LONGEST_WAIT_MS = 5000 };
/* How long after the last expected report doubles are waited for. */
enum { WAIT_FOR_DOUBLES_MS = 1000 };

static int open_fifo(const char *path) {
    /* Read and write: an end of file between two writers would end the measurement. */
    int fifo = open(path, O_RDWR | O_CLOEXEC);
    if (fifo < 0) fail(path);
    return fifo;
}

/* Writes one file and says when its close() began. */
static int64_t write_file(int number) {
    static char data[64];
    char name[32];
    memset(data, 'x', sizeof data);
    snprintf(name, sizeof name, "f%d", number);
    int file = open(name, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0644);
    if (file < 0 || write(file, data, sizeof data) != sizeof data) fail(name);
    int64_t closing = now();
    close(file);
    return closing;
}

/* Reads records until the time is over; gives their number, 0 where none came. */
static int read_records(int fifo, struct record *records, int room, int milliseconds) {
    struct pollfd waiting = {.fd = fifo, .events = POLLIN};
    if (poll(&waiting, 1, milliseconds) <= 0) return 0;
    ssize_t length = read(fifo, records, room * sizeof *records);
    if (length < 0) fail("read");
    return length / sizeof *records;
}

static void latency(int fifo, int count, int first, int gap) {
    for (int number = first; number < first + count; number++) {
        usleep(gap);
        int64_t closing = write_file(number);
        struct record record;
        do {
            if (!read_records(fifo, &record, 1, LONGEST_WAIT_MS)) {
                record.number = OVERFLOW_NUMBER;
                break;
            }
        } while (record.number != number);
        if (record.number == number)
            printf("%lld\n", (long long)(record.nanoseconds - closing));
        else
            puts("lost");
    }
}

static void burst(int fifo, int count, int first, int quiet) {
    int begun[2];
    if (pipe(begun)) fail("pipe");
    pid_t writer = fork();
    if (writer == 0) {
        int64_t times[2] = {now(), 0};
        for (int number = first; number < first + count; number++) write_file(number);
        times[1] = now();
        _exit(write(begun[1], times, sizeof times) != sizeof times);
    }
    unsigned char *seen = calloc(count, 1);
    static struct record records[4096];
    int64_t last = 0;
    long actions = 0, distinct = 0, doubled = 0, foreign = 0, overflows = 0;
    for (;;) {
        int wait = distinct == count ? WAIT_FOR_DOUBLES_MS : quiet;
        int got = read_records(fifo, records, 4096, wait);
        if (got == 0) break;
        for (int index = 0; index < got; index++) {
            int64_t number = records[index].number - first;
            if (records[index].number == OVERFLOW_NUMBER) {
                overflows++;
                continue;
            }
            actions++;
            if (records[index].nanoseconds > last) last = records[index].nanoseconds;
            if (number < 0 || number >= count) foreign++;
            else if (seen[number]) doubled++;
            else seen[number] = 1, distinct++;
        }
    }
    int64_t times[2];
    if (read(begun[0], times, sizeof times) != sizeof times) fail("writer");
    waitpid(writer, 0, 0);
    printf("{\"actions\": %ld, \"lost\": %ld, \"doubled\": %ld, \"foreign\": %ld, \"overflows\": %ld, "
           "\"written_ns\": %lld, \"elapsed_ns\": %lld}\n",
           actions, count - distinct, doubled, foreign, overflows, (long long)(times[1] - times[0]),
           (long long)(last - times[0]));
}

static void commands(int count, char **arguments) {
    posix_spawn_file_actions_t quiet;
    posix_spawn_file_actions_init(&quiet);
    posix_spawn_file_actions_addopen(&quiet, 1, "/dev/null", O_WRONLY, 0);
    while (count-- > 0) {
        pid_t process;
        int status;
        struct rusage usage;
        int64_t begin = now();
        errno = posix_spawn(&process, arguments[0], &quiet, 0, arguments, environ);
        if (errno) fail(arguments[0]);
        if (wait4(process, &status, 0, &usage) < 0) fail("wait4");
        int64_t end = now();
        if (!WIFEXITED(status) || WEXITSTATUS(status) != 0) {
            fprintf(stderr, "drive: %s ended with status %d\n", arguments[0], status);
            exit(1);
        }
        printf("%lld %ld\n", (long long)(end - begin), usage.ru_maxrss);
    }
}

int main(int count, char **arguments) {
    if (count >= 4 && strcmp(arguments[1], "commands") == 0) {
        commands(atoi(arguments[2]), arguments + 3);
        return 0;
    }
    if (count != 7) return 2;
    int fifo = open_fifo(arguments[2]);
    if (chdir(arguments[3])) fail(arguments[3]);
    int files = atoi(arguments[4]), first = atoi(arguments[5]), last = atoi(arguments[6]);
    if (strcmp(arguments[1], "latency") == 0) latency(fifo, files, first, last);
    else if (strcmp(arguments[1], "burst") == 0) burst(fifo, files, first, last);
    else return 2;
    return 0;
}
