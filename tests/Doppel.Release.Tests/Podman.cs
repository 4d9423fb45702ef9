namespace Doppel.Release.Tests;

/// <summary>Runs the image of a release with Podman, whose state is in the folder of the test.</summary>
internal sealed class Podman : IDisposable
{
    private readonly TempTree _tree = new();
    private readonly string _podman;

    public Podman(string archive)
    {
        Script.NeedsRoot();
        Directory.CreateDirectory(Folder);
        _podman = $"podman --root '{_tree.Folder}/store' --runroot '{_tree.Folder}/run' --storage-driver vfs "
            + "--cgroup-manager cgroupfs --events-backend none --runtime runc";
        Script.Shell($"{_podman} load -q -i '{archive}'").MustSucceed();
    }

    /// <summary>Gets a folder that stands for /volume1 of a NAS.</summary>
    public string Folder => Path.Combine(_tree.Folder, "volume1");

    public void Dispose()
    {
        Script.Shell($"{_podman} rmi --all --force >/dev/null 2>&1 || true");
        _tree.Dispose();
    }

    /// <summary>Runs commands as a page has them, with Podman as <c>docker</c> and a folder as /volume1.</summary>
    /// <remarks>Limits are lowered to what a build server may set.</remarks>
    public ProcessEnd Run(string lines) => Script.Shell($$"""
        cd '{{Folder}}'
        docker() {
            if [ "$1" != run ]; then return 2; fi
            shift
            {{_podman}} run --pull never --ulimit nofile=4096:4096 --ulimit nproc=4096:4096 "$@"
        }
        {{lines.Replace("/volume1", Folder, StringComparison.Ordinal)}}
        """);
}
