using System.Text;
using Doppel.Catalog;
using Doppel.Finding;
using Doppel.Reports;
using Doppel.Volumes;

namespace Doppel.App;

/// <summary>Resolves roots from operands and lists.</summary>
/// <param name="volume">The volume with the files on disks.</param>
/// <param name="paths">The paths relative to the working directory.</param>
/// <param name="saved">Opens saved volumes and buckets.</param>
internal sealed class RootResolver(IVolume volume, RootPaths paths, SavedRoots saved)
{
    /// <summary>The maximum number of roots. Each root is kept in memory.</summary>
    internal const int RootsMax = 16 * 1024 * 1024;

    private readonly ResolvedRoots _resolved = new([], [], []);
    private readonly List<UsageException> _missing = [];

    /// <summary>
    /// Gets whether a typed root that cannot be opened is a problem of the search. Default: it is an error.
    /// </summary>
    internal bool AllowsMissing { get; init; }

    /// <summary>
    /// Returns all roots: references, then saved volumes, then the other typed roots, then those from lists, or
    /// the working directory if there are neither, and last the guarded folders that are not part of another root.
    /// </summary>
    /// <exception cref="UsageException">
    /// A typed root does not exist (all of them, where one may be missing) or is in a reference folder, a list cannot
    /// be read, or there is nothing to search but reference folders.
    /// </exception>
    internal ResolvedRoots Resolve(
        IReadOnlyList<string> typed, IReadOnlyList<ListSource> lists, IReadOnlyList<TypedFolder> references,
        IReadOnlyList<TypedFolder> guarded)
    {
        foreach (TypedFolder reference in references.DistinctBy(static one => (one.Folder.Device, one.Folder.Inode)))
        {
            Add(PathOf(reference), ByteText.ToBytes(reference.Typed));
        }

        IReadOnlyList<string> savedReferences = saved.References;
        foreach (string root in savedReferences.Distinct(StringComparer.Ordinal))
        {
            AddSaved(root);
        }

        int count = _resolved.Roots.Count;
        foreach (string root in typed.Where(SavedRoots.IsNamedBy).Except(savedReferences, StringComparer.Ordinal))
        {
            AddSaved(root);
        }

        // Copies on saved volumes stay, unless there is nothing else.
        int staying = typed.All(SavedRoots.IsNamedBy) ? count : _resolved.Roots.Count;
        foreach (string root in typed.Where(static root => !SavedRoots.IsNamedBy(root)))
        {
            AddTyped(ByteText.ToBytes(root), references);
        }

        foreach (ListSource list in lists)
        {
            RootList.Read(list, AddListed);
        }

        if (typed.Count == 0 && lists.Count == 0)
        {
            AddTyped("."u8.ToArray(), references);
        }

        if (_missing.Count > 0 && _missing.Count >= typed.Count && lists.Count == 0)
        {
            throw _missing[0];
        }

        if (count > 0 && _resolved.Roots.Count == staying && lists.Count == 0)
        {
            throw new UsageException(
                "there is nothing to compare with the reference folder", "name the folders to search as well");
        }

        foreach (TypedFolder folder in guarded)
        {
            if (SavedRoots.IsNamedBy(folder.Typed))
            {
                continue;
            }

            byte[] path = PathOf(folder);
            if (!_resolved.Names.Exists(root =>
                RootPaths.IsAtOrBelow(path, root.Bytes) || RootPaths.IsAtOrBelow(root.Bytes, path)))
            {
                Add(path, ByteText.ToBytes(folder.Typed));
            }
        }

        return _resolved with { References = count, Missing = _missing.Count };
    }

    private byte[] PathOf(TypedFolder folder) =>
        RealPath.Of(volume, folder.Folder.Path.Bytes.ToArray(), isFolder: true);

    private void AddTyped(byte[] typed, IReadOnlyList<TypedFolder> references)
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
            var missing = new UsageException(
                $"cannot open {Quote.Name(typed)}: {volume.Describe(error)}",
                error.Kind == VolumeErrorKind.Vanished ? "check the spelling, and quote names with spaces" : null);
            _missing.Add(AllowsMissing ? missing : throw missing);
            Add(path, typed);
            return;
        }

        if (facts.Kind is not (EntryKind.Folder or EntryKind.File))
        {
            throw new UsageException(
                $"cannot search {Quote.Name(typed)}: it is neither a folder nor a file", "name a folder or a file");
        }

        path = RealPath.Of(volume, path, facts.Kind == EntryKind.Folder);
        if (references.Any(reference => PathOf(reference).AsSpan().SequenceEqual(path)
            || (reference.Folder.Device == facts.Device && reference.Folder.Inode == facts.Inode)))
        {
            return;
        }

        if (references.FirstOrDefault(reference => RootPaths.IsAtOrBelow(path, PathOf(reference))) is { } above)
        {
            throw new UsageException(
                $"{Quote.Name(typed)} is in the reference folder {Quote.Text(above.Typed)}, in which everything stays",
                "name a folder outside of it, or a smaller reference folder");
        }

        Add(path, typed);
    }

    private void AddSaved(string typed)
    {
        SavedVolume opened = saved.Open(typed, out string path);
        bool isWhole = path.Trim('/').Length == 0;
        byte[] below = RootPaths.WithoutParents(ByteText.ToBytes(path));
        VolumeError error = opened.Stat(
            FolderHandle.None, below, LinkPolicy.Stay, FactFields.None, out FileFacts facts);
        if (error.Failed || facts.Kind is not (EntryKind.Folder or EntryKind.File))
        {
            throw S3Location.Is(typed)
                ? new UsageException(
                    $"there is no object {Quote.Text(typed)}, and none below it", $"doppel s3 ls {opened.Address}")
                : new UsageException(
                    $"cannot open {Quote.Text(typed)}: {opened.Describe(error)}",
                    $"doppel catalog show {opened.Name} shows which folders were saved");
        }

        IEnumerable<ReadOnlyMemory<byte>> roots =
            isWhole ? opened.Description.Roots.Select(static root => root.Path) : [below];
        foreach (ReadOnlyMemory<byte> root in roots)
        {
            var name = new ReportName(opened.ShownPath(root.Span));
            _resolved.Roots.Add(new FindRoot(opened, root));
            _resolved.Names.Add(name);
            _resolved.Labels.Add(name);
        }
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
internal sealed record ResolvedRoots(List<FindRoot> Roots, List<ReportName> Names, List<ReportName> Labels)
{
    /// <summary>Gets how many of the first roots are reference folders.</summary>
    internal int References { get; init; }

    /// <summary>Gets how many roots could not be opened. The search reports each as a problem.</summary>
    internal int Missing { get; init; }
}
