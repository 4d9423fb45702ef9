using Doppel.Release.Tests;

[assembly: AssemblyFixture(typeof(FreshDebian))]

namespace Doppel.Release.Tests;

/// <summary>
/// A Debian that debootstrap made, without an SDK, without a network but its own loopback, and with a user named ada.
/// </summary>
public sealed class FreshDebian : IDisposable
{
    private readonly TempTree _tree = new();
    private readonly Lazy<string> _root;

    /// <summary>Prepares to make it when a test needs it.</summary>
    public FreshDebian() => _root = new Lazy<string>(Make);

    /// <summary>Gets the folder that is its root.</summary>
    public string Root => _root.Value;

    /// <summary>Runs lines of shell in it as root, in namespaces that end with them.</summary>
    public ProcessEnd Run(string lines)
    {
        Script.NeedsRoot();
        return Tool.Run(new ProcessStart("unshare",
        [
            "--net", "--pid", "--fork", "--kill-child", "--mount-proc=" + Root + "/proc",
            "sh", "-c", "ip link set lo up && exec chroot \"$@\"", "sh", Root,
            "env", "-i", "PATH=/usr/sbin:/usr/bin:/sbin:/bin", "HOME=/root", "LC_ALL=C.UTF-8",
            "bash", "-euo", "pipefail", "-c", lines,
        ]));
    }

    /// <summary>Copies a file into it, to the folder /tmp.</summary>
    public string Take(string path)
    {
        string name = "/tmp/" + Path.GetFileName(path);
        File.Copy(path, Root + name, overwrite: true);
        return name;
    }

    /// <inheritdoc/>
    public void Dispose()
    {
        if (_root.IsValueCreated)
        {
            // As root, since some of its folders belong to others.
            Tool.Run("rm", "-rf", "--one-file-system", Root);
        }

        _tree.Dispose();
    }

    // From the mirror that this machine uses. OpenSSL is on every Debian that has Python or SSH, but is not in the
    // minimum.
    private string Make()
    {
        Script.NeedsRoot();
        string root = $"{_tree["root"]}";
        Script.Shell($$"""
            mirror=$(apt-get indextargets --format '$(SITE)' 'Identifier: Packages' | head -n 1)
            debootstrap --variant=minbase --include=libssl3 bookworm '{{root}}' "$mirror" >&2
            chroot '{{root}}' useradd --create-home --home-dir /ada --shell /bin/bash ada
            rm -f '{{root}}'/etc/apt/sources.list '{{root}}'/var/cache/apt/archives/*.deb
            """).MustSucceed();
        return root;
    }
}
