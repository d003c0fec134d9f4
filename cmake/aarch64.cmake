# Builds for 64-bit Arm on another processor, and runs what is built under QEMU's user emulation. Debian has both:
# g++-aarch64-linux-gnu and qemu-user. Used by './grist test --aarch64'.
set(CMAKE_SYSTEM_NAME Linux)
set(CMAKE_SYSTEM_PROCESSOR aarch64)
set(CMAKE_CXX_COMPILER aarch64-linux-gnu-g++)
set(CMAKE_C_COMPILER aarch64-linux-gnu-gcc)
set(CMAKE_CROSSCOMPILING_EMULATOR qemu-aarch64 -L /usr/aarch64-linux-gnu)
