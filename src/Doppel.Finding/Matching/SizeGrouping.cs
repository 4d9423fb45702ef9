using System.Text;
using Doppel.Pooling;
using Doppel.Volumes;

namespace Doppel.Finding;

/// <summary>The first steps of the ladder: files of one size, then the names of one inode as one copy.</summary>
internal sealed class SizeGrouping(PathTree tree, ProblemLog problems, bool uniques)
{
    private readonly List<CopyRun> _runs = [];
    private int[] _firstNames = [];
    private int _copies;
    private int _kept;

    /// <summary>Names of files that take part.</summary>
    internal long Files { get; private set; }

    /// <summary>
    /// Makes the copies that could have a twin, and those that cannot only if unique files are wanted.
    /// </summary>
    internal CopyTable Run()
    {
        int count = CountFiles();
        Files = count;
        var names = new NativeBuffer<int>(count);
        using (var sizes = new NativeBuffer<long>(count))
        {
            Collect(sizes.Span, names.Span);
            sizes.Span.Sort(names.Span);
            _firstNames = new int[count + 1];
            for (int first = 0; first < count;)
            {
                int end = first + 1;
                while (end < count && sizes[end] == sizes[first])
                {
                    end++;
                }

                AddSize(names.Span, first, end);
                first = end;
            }
        }

        _firstNames[_copies] = _kept;
        names.Resize(_kept);
        return new CopyTable(tree, names, _firstNames, _copies, _runs);
    }

    private int CountFiles()
    {
        long count = 0;
        foreach (NodeChunk chunk in tree.Chunks)
        {
            if (chunk.Sizes is { } sizes)
            {
                count += chunk.Count - sizes.Span[..chunk.Count].Count(NodeChunk.ForgottenSize);
            }
        }

        return checked((int)count);
    }

    private void Collect(Span<long> sizes, Span<int> names)
    {
        int next = 0;
        foreach (NodeChunk chunk in tree.Chunks)
        {
            for (int slot = 0; chunk.Sizes is { } column && slot < chunk.Count; slot++)
            {
                if (column[slot] != NodeChunk.ForgottenSize)
                {
                    sizes[next] = column[slot];
                    names[next++] = chunk.FirstId + slot;
                }
            }
        }
    }

    // Names are moved down over those that were dropped, so that one array serves from listing to report.
    private void AddSize(Span<int> names, int first, int end)
    {
        if (end - first == 1 && !uniques)
        {
            return;
        }

        int copiesBefore = _copies;
        int keptBefore = _kept;
        Span<int> ofOneSize = names[first..end];
        if (!AnyMayBeLinked(ofOneSize))
        {
            foreach (int name in ofOneSize)
            {
                AddCopy(names, [name]);
            }
        }
        else
        {
            AddInodes(names, ofOneSize.ToArray());
        }

        if (_copies - copiesBefore > 1 || uniques)
        {
            _runs.Add(new CopyRun(copiesBefore, _copies - copiesBefore));
        }
        else
        {
            _copies = copiesBefore;
            _kept = keptBefore;
        }
    }

    private bool AnyMayBeLinked(ReadOnlySpan<int> names)
    {
        foreach (int name in names)
        {
            if (tree.MarkOf(new PathId(name)).MayHaveMoreNames)
            {
                return true;
            }
        }

        return false;
    }

    private void AddInodes(Span<int> names, int[] ofOneSize)
    {
        Array.Sort(ofOneSize, CompareIdentity);
        for (int first = 0; first < ofOneSize.Length;)
        {
            int end = first + 1;
            while (end < ofOneSize.Length && CompareIdentity(ofOneSize[first], ofOneSize[end]) == 0)
            {
                end++;
            }

            AddInode(names, ofOneSize.AsSpan(first, end - first));
            first = end;
        }
    }

    private void AddInode(Span<int> names, Span<int> ofOneInode)
    {
        Span<int> real = WithoutRepeated(WithoutFollowedLinks(ofOneInode));
        var device = tree.Devices[tree.MarkOf(new PathId(ofOneInode[0])).Device];
        bool trusted = (device.Mount.Traits & FileSystemTraits.TrustedIds) != 0;
        if (real.Length < 2 || trusted || AreOneInode(device.Volume, real))
        {
            AddCopy(names, real);
            return;
        }

        foreach (int name in real)
        {
            AddCopy(names, [name]);
        }
    }

    // A link to a file that is there under a name of its own adds nothing: a symbolic link is never a copy.
    private Span<int> WithoutFollowedLinks(Span<int> names)
    {
        int real = 0;
        for (int i = 0; i < names.Length; i++)
        {
            if (!tree.MarkOf(new PathId(names[i])).IsFollowedLink)
            {
                (names[real], names[i]) = (names[i], names[real]);
                real++;
            }
        }

        return real > 0 ? names[..real] : names;
    }

    // A file that is a root itself and lies below another root has been listed twice: its first root stands.
    private Span<int> WithoutRepeated(Span<int> names)
    {
        bool anyRoot = false;
        foreach (int name in names)
        {
            anyRoot |= tree.Parent(new PathId(name)) == PathId.None;
        }

        if (!anyRoot || names.Length < 2)
        {
            return names;
        }

        names.Sort((left, right) => tree.Compare(new PathId(left), new PathId(right)));
        var seen = new HashSet<string>(names.Length);
        int kept = 0;
        foreach (int name in names)
        {
            if (seen.Add(Encoding.Latin1.GetString(tree.Render(new PathId(name)))))
            {
                names[kept++] = name;
            }
        }

        Files -= names.Length - kept;
        return names[..kept];
    }

    // Where numbers are not to be trusted (FUSE, networks), equal ones count only if everything else agrees too.
    private bool AreOneInode(IVolume volume, ReadOnlySpan<int> names)
    {
        FileFacts first = default;
        for (int i = 0; i < names.Length; i++)
        {
            byte[] path = tree.FinalPath(new PathId(names[i]));
            VolumeError error = volume.Stat(
                FolderHandle.None, path, LinkPolicy.Stay, FactFields.All, out FileFacts facts);
            if (error.Failed)
            {
                problems.Add(volume, path, FindStep.Stat, error);
                return false;
            }

            if (i == 0)
            {
                first = facts;
            }

            if (!facts.SameContentAs(first) || facts.Links < names.Length)
            {
                return false;
            }
        }

        return true;
    }

    private void AddCopy(Span<int> names, ReadOnlySpan<int> ofCopy)
    {
        _firstNames[_copies++] = _kept;
        ofCopy.CopyTo(names[_kept..]);
        _kept += ofCopy.Length;
    }

    private int CompareIdentity(int left, int right)
    {
        var a = new PathId(left);
        var b = new PathId(right);
        int byDevice = tree.MarkOf(a).Device.CompareTo(tree.MarkOf(b).Device);
        return byDevice != 0 ? byDevice : tree.InodeOf(a).CompareTo(tree.InodeOf(b));
    }
}
