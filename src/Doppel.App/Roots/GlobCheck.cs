using Doppel.Finding;
using Doppel.Reports;
using Doppel.Volumes;

namespace Doppel.App;

/// <summary>
/// Rejects patterns that can match nothing that is searched, because otherwise a run might act on a file that they
/// were meant to leave out.
/// </summary>
internal static class GlobCheck
{
    /// <summary>Rejects patterns that lead outside every root, and those that name a root.</summary>
    /// <exception cref="UsageException">There is such a pattern.</exception>
    internal static void Refuse(FilterSettings settings, IVolume volume, RootPaths paths, ResolvedRoots roots)
    {
        foreach ((string option, Glob glob) in settings.Globs)
        {
            RefuseOutside(option, settings.IgnoreCase ? glob.IgnoringCase() : glob, roots.Names);
            RefuseRoot(option, glob, volume, paths, roots.Names);
        }
    }

    private static void RefuseOutside(string option, Glob glob, List<ReportName> roots)
    {
        if (!roots.Exists(root => glob.MayMatchIn(root.Bytes)))
        {
            throw new UsageException(
                $"--{option} {Quote.Text(glob.Pattern)} leads outside of everything that is searched",
                "a pattern that begins with '/' is an absolute path, and one that begins with ./ or ../ is a path from "
                    + "the working directory; without that it is also matched below each root");
        }
    }

    private static void RefuseRoot(
        string option, Glob glob, IVolume volume, RootPaths paths, List<ReportName> roots)
    {
        byte[] typed = ByteText.ToBytes(glob.Pattern);
        if (option != "exclude" || !paths.CanResolve(typed))
        {
            return;
        }

        byte[] path = RootPaths.WithoutParents(paths.ToAbsolute(typed));
        if (volume.Stat(
            FolderHandle.None, path, LinkPolicy.Follow, FactFields.None, out FileFacts facts).Failed)
        {
            return;
        }

        byte[] real = RealPath.Of(volume, path, facts.Kind == EntryKind.Folder);
        string shown = Quote.Text(glob.Pattern);
        foreach (ReportName root in roots)
        {
            ReadOnlySpan<byte> above = root.Bytes.TrimEnd((byte)'/');
            if (path.AsSpan().SequenceEqual(root.Bytes) || real.AsSpan().SequenceEqual(root.Bytes))
            {
                throw new UsageException(
                    $"--exclude {shown} has no effect: the folder is given as a root",
                    $"omit it, or use --never {shown} so that nothing in it is changed");
            }

            if (RootPaths.IsAtOrBelow(path, above) && path.Length > above.Length + 1
                && !glob.Matches(path.AsSpan(above.Length + 1), path, facts.Kind == EntryKind.Folder))
            {
                throw new UsageException(
                    $"--exclude {shown} has no effect on the file or folder of that name",
                    @"a pattern that ends with '/' matches folders only; \ makes the next character literal");
            }
        }
    }
}
