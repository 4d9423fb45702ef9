# Sets $machine: what the executable depends on besides its sources. Read by ./doppel at every start: no processes here.
# The processor, since the code uses what this one can do; the linkers, since with one there is Native AOT.
machine=
while IFS= read -r line; do
    case $line in flags* | Features*) machine=$line && break ;; esac
done 2>/dev/null </proc/cpuinfo
for linker in clang gcc; do
    if command -v "$linker" >/dev/null 2>&1; then machine="$machine $linker"; fi
done
machine="$machine aot=${DOPPEL_AOT:-auto}"
