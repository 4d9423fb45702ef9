using System.Text;
using Doppel.Finding;
using Doppel.Reports;
using Doppel.Volumes;

namespace Doppel.Cli;

/// <summary>Resolves roots from operands and lists.</summary>
internal sealed class RootResolver(IVolume volume, RootPaths paths)
{
    /// <summary>The maximum number of roots. Each root is kept in memory.</summary>
    internal const int RootsMax = 16 * 1024 * 1024;

    private readonly ResolvedRoots _resolved = new([], [], []);

    /// <summary>
    /// Returns all roots: the typed ones, then those from lists. If there are neither, returns the working directory.
    /// </summary>
    /// <exception cref="UsageException">A typed root does not exist, or a list cannot be read.</exception>
    internal ResolvedRoots Resolve(IReadOnlyList<string> typed, IReadOnlyList<ListSource> lists)
    {
        foreach (string root in typed)
        {
            AddTyped(ByteText.ToBytes(root));
        }

        foreach (ListSource list in lists)
        {
            RootList.Read(list, AddListed);
        }

        if (typed.Count == 0 && lists.Count == 0)
        {
            AddTyped("."u8.ToArray());
        }

        return _resolved;
    }

    private void AddTyped(byte[] typed)
    {
        if (typed.Length == 0)
        {
            throw new UsageException("a root has an empty name", "use '.' for the working directory");
        }

        byte[] path = paths.ToAbsolute(typed);
        VolumeError error = volume.Stat(
            FolderHandle.None, path, LinkPolicy.Follow, FactFields.Identity, out FileFacts facts);
        if (error.Failed)
        {
            throw new UsageException(
                $"cannot open {Quote.Name(typed)}: {volume.Describe(error)}",
                error.Kind == VolumeErrorKind.Vanished ? "check the spelling, and quote names with spaces" : null);
        }

        if (facts.Kind is not (EntryKind.Folder or EntryKind.File))
        {
            throw new UsageException(
                $"cannot search {Quote.Name(typed)}: it is neither a folder nor a file", "name a folder or a file");
        }

        Add(WithoutParents(path, facts), typed);
    }

    /// <summary>Adds a name from a list. If it does not exist, it becomes a problem of the search.</summary>
    private void AddListed(ReadOnlySpan<byte> name)
    {
        if (!name.IsEmpty)
        {
            Add(paths.ToAbsolute(name), name.ToArray());
        }
    }

    private void Add(byte[] path, byte[] typed)
    {
        if (_resolved.Roots.Count == RootsMax)
        {
            throw new UsageException($"more than {RootsMax} roots");
        }

        _resolved.Roots.Add(new FindRoot(volume, path));
        _resolved.Names.Add(new ReportName(path));
        _resolved.Labels.Add(new ReportName(Label(typed)));
    }

    /// <summary>
    /// Removes ".." from a path if the shorter path leads to the same folder, so that names are easier to read and a
    /// folder has only one path.
    /// </summary>
    private byte[] WithoutParents(byte[] path, in FileFacts facts)
    {
        if (!RootPaths.HasParents(path))
        {
            return path;
        }

        byte[] shorter = RootPaths.WithoutParents(path);
        VolumeError error = volume.Stat(
            FolderHandle.None, shorter, LinkPolicy.Follow, FactFields.Identity, out FileFacts same);
        return !error.Failed && same.Device == facts.Device && same.Inode == facts.Inode ? shorter : path;
    }

    /// <summary>
    /// Returns the typed path without trailing slashes. On Windows, returns UTF-8 text with slashes, like the paths
    /// below it.
    /// </summary>
    private static byte[] Label(byte[] typed)
    {
        if (OperatingSystem.IsWindows())
        {
            typed = Encoding.UTF8.GetBytes(Encoding.UTF8.GetString(typed).Replace('\\', '/'));
        }

        ReadOnlySpan<byte> trimmed = typed.AsSpan().TrimEnd((byte)'/');
        return trimmed.IsEmpty ? "/"u8.ToArray() : trimmed.ToArray();
    }
}

/// <summary>The roots of a search.</summary>
/// <param name="Roots">The roots for the engine.</param>
/// <param name="Names">The absolute path of each root, for the report.</param>
/// <param name="Labels">Each root as typed, for human-readable output.</param>
internal sealed record ResolvedRoots(List<FindRoot> Roots, List<ReportName> Names, List<ReportName> Labels);
