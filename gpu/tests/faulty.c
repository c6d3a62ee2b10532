// An OpenCL library that fails where the variable FAULT says so, and is the system's otherwise: what it lacks is found in the library it is linked to.
#include <dlfcn.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static int fault(const char *name) {
    const char *is = getenv("FAULT");
    return is && strcmp(is, name) == 0;
}

// The system's function of a name.
static void *real(const char *name) {
    static void *library;
    if (!library) library = dlopen("libOpenCL.so.1", RTLD_NOW);
    return dlsym(library, name);
}

int32_t clGetDeviceInfo(void *device, uint32_t what, size_t room, void *value, size_t *size) {
    int32_t (*next)(void *, uint32_t, size_t, void *, size_t *) = real("clGetDeviceInfo");
    int32_t answer = next(device, what, room, value, size);
    if (what == 0x1032 && value && fault("single")) memset(value, 0, room); // CL_DEVICE_DOUBLE_FP_CONFIG
    return answer;
}

int32_t clBuildProgram(void *program, uint32_t n, void *devices, const char *options, void *call, void *data) {
    int32_t (*next)(void *, uint32_t, void *, const char *, void *, void *) = real("clBuildProgram");
    if (fault("slow")) sleep(120);
    return fault("build") ? -11 : next(program, n, devices, options, call, data);
}

// Kernels' results and copies are larger than what every kernel needs for its flag.
void *clCreateBuffer(void *context, uint64_t flags, size_t bytes, void *host, int32_t *error) {
    void *(*next)(void *, uint64_t, size_t, void *, int32_t *) = real("clCreateBuffer");
    if (bytes > 64 && fault("memory")) {
        if (error) *error = -4;
        return NULL;
    }
    // Large pieces are refused at first.
    static int asked;
    if (bytes > 64 && fault("scarce") && ++asked <= 2) {
        if (error) *error = -4;
        return NULL;
    }
    return next(context, flags, bytes, host, error);
}

// After the first kernels.
int32_t clEnqueueNDRangeKernel(void *queue, void *kernel, uint32_t dims, void *offset, void *global, void *local,
                               uint32_t n, void *wait, void *event) {
    int32_t (*next)(void *, void *, uint32_t, void *, void *, void *, uint32_t, void *, void *) =
        real("clEnqueueNDRangeKernel");
    static int launched;
    if (fault("lost") && ++launched > 3) return -36;
    return next(queue, kernel, dims, offset, global, local, n, wait, event);
}

// The kernel has run by now, and written.
int32_t clFinish(void *queue) {
    int32_t (*next)(void *) = real("clFinish");
    int32_t answer = next(queue);
    return fault("resources") ? -5 : answer;
}
