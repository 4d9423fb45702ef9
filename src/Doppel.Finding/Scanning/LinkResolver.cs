using System.Text;
using Doppel.Volumes;

namespace Doppel.Finding;

/// <summary>Resolves symbolic links on any volume, component by component, as an operating system does.</summary>
internal static class LinkResolver
{
    // MAXSYMLINKS on Linux; POSIX requires at least 8.
    private const int LinksMax = 40;

    /// <summary>Resolves all links in an absolute path.</summary>
    /// <param name="volume">The volume that holds the path.</param>
    /// <param name="path">An absolute path whose last component is a link.</param>
    /// <param name="link">Receives the text of the last component and the path with all links resolved.</param>
    internal static VolumeError Resolve(IVolume volume, ReadOnlySpan<byte> path, out LinkPoint? link)
    {
        link = null;
        VolumeError error = volume.ReadLink(FolderHandle.None, path, out byte[] target);
        if (error.Failed)
        {
            return error;
        }

        error = Walk(volume, path[..PrefixLength(path)], path, out byte[] final);
        link = error.Failed ? null : new LinkPoint(target, final);
        return error;
    }

    /// <summary>Walks a path and resolves all its links.</summary>
    /// <param name="volume">The volume that holds the path.</param>
    /// <param name="folder">The folder that a relative path starts from: an absolute path without links.</param>
    /// <param name="path">The path.</param>
    /// <param name="final">
    /// Receives the absolute path with all links resolved. After <see cref="VolumeErrorKind.Vanished"/>, the path at
    /// which something would have to exist; after any other failure, empty.
    /// </param>
    internal static VolumeError Walk(
        IVolume volume, ReadOnlySpan<byte> folder, ReadOnlySpan<byte> path, out byte[] final)
    {
        final = [];
        int prefix = PrefixLength(path);
        List<byte> reached = [.. prefix > 0 ? path[..prefix] : folder];
        var rest = new Stack<byte[]>();
        Push(rest, path[prefix..]);
        prefix = prefix > 0 ? prefix : PrefixLength(folder);
        int links = 0;
        while (rest.TryPop(out byte[]? component))
        {
            if (component is [(byte)'.', (byte)'.'])
            {
                RemoveLast(reached, prefix);
                continue;
            }

            int before = reached.Count;
            Append(reached, component);
            byte[] here = reached.ToArray();
            VolumeError error = volume.Stat(
                FolderHandle.None, here, LinkPolicy.Stay, FactFields.None, out FileFacts facts);
            if (!error.Failed && facts.Kind != EntryKind.Link)
            {
                if (facts.Kind == EntryKind.Folder || rest.Count == 0)
                {
                    continue;
                }

                error = new VolumeError(VolumeErrorKind.Vanished);
            }

            byte[] step = [];
            error = error || (++links > LinksMax
                ? new VolumeError(VolumeErrorKind.IsLink)
                : volume.ReadLink(FolderHandle.None, here, out step));
            if (error.Failed)
            {
                final = error.Kind == VolumeErrorKind.Vanished ? Missing(reached, rest) : [];
                return error;
            }

            int stepPrefix = PrefixLength(step);
            reached.RemoveRange(stepPrefix > 0 ? 0 : before, reached.Count - (stepPrefix > 0 ? 0 : before));
            if (stepPrefix > 0)
            {
                reached.AddRange(step[..stepPrefix]);
                prefix = stepPrefix;
            }

            Push(rest, step.AsSpan(stepPrefix));
        }

        final = reached.ToArray();
        return VolumeError.None;
    }

    // Above something that does not exist, ".." cannot be resolved.
    private static byte[] Missing(List<byte> reached, Stack<byte[]> rest)
    {
        while (rest.TryPop(out byte[]? component) && component is not [(byte)'.', (byte)'.'])
        {
            Append(reached, component);
        }

        return reached.ToArray();
    }

    // "/" on Unix, "C:/" on Windows; returns 0 for a relative path.
    private static int PrefixLength(ReadOnlySpan<byte> path) => path switch
    {
        [(byte)'/', ..] => 1,
        [_, (byte)':', (byte)'/', ..] when Ascii.IsValid(path[0]) => 3,
        _ => 0,
    };

    private static void Push(Stack<byte[]> rest, ReadOnlySpan<byte> path)
    {
        while (!path.IsEmpty)
        {
            int cut = path.LastIndexOf((byte)'/');
            ReadOnlySpan<byte> component = path[(cut + 1)..];
            if (component is not ([] or [(byte)'.']))
            {
                rest.Push(component.ToArray());
            }

            path = path[..Math.Max(0, cut)];
        }
    }

    private static void Append(List<byte> path, ReadOnlySpan<byte> component)
    {
        if (path is [.., not (byte)'/'])
        {
            path.Add((byte)'/');
        }

        path.AddRange(component);
    }

    private static void RemoveLast(List<byte> path, int prefix)
    {
        int cut = path.LastIndexOf((byte)'/');
        path.RemoveRange(Math.Max(prefix, cut), path.Count - Math.Max(prefix, cut));
    }
}
