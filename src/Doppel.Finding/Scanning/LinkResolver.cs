using System.Text;
using Doppel.Volumes;

namespace Doppel.Finding;

/// <summary>
/// Finds where a symbolic link leads in the end, on any volume, component by component as a system does.
/// </summary>
internal static class LinkResolver
{
    // MAXSYMLINKS of Linux; POSIX asks for at least 8.
    private const int LinksMax = 40;

    /// <summary>Resolves all links of an absolute path.</summary>
    /// <param name="volume">The volume of the path.</param>
    /// <param name="path">An absolute path whose last component is a link.</param>
    /// <param name="link">What the last component says, and the path without any link.</param>
    internal static VolumeError Resolve(IVolume volume, ReadOnlySpan<byte> path, out LinkPoint? link)
    {
        link = null;
        VolumeError error = volume.ReadLink(FolderHandle.None, path, out byte[] target);
        if (error.Failed)
        {
            return error;
        }

        int prefix = PrefixLength(path);
        List<byte> final = [.. path[..prefix]];
        var rest = new Stack<byte[]>();
        Push(rest, path[prefix..]);
        int links = 0;
        while (rest.TryPop(out byte[]? component))
        {
            if (component is [(byte)'.', (byte)'.'])
            {
                RemoveLast(final, prefix);
                continue;
            }

            int before = final.Count;
            Append(final, component);
            error = volume.Stat(
                FolderHandle.None, final.ToArray(), LinkPolicy.Stay, FactFields.None, out FileFacts facts);
            if (error.Failed)
            {
                return error;
            }

            if (facts.Kind != EntryKind.Link)
            {
                continue;
            }

            if (++links > LinksMax)
            {
                return new VolumeError(VolumeErrorKind.IsLink);
            }

            error = volume.ReadLink(FolderHandle.None, final.ToArray(), out byte[] step);
            if (error.Failed)
            {
                return error;
            }

            int stepPrefix = PrefixLength(step);
            final.RemoveRange(stepPrefix > 0 ? 0 : before, final.Count - (stepPrefix > 0 ? 0 : before));
            if (stepPrefix > 0)
            {
                final.AddRange(step[..stepPrefix]);
                prefix = stepPrefix;
            }

            Push(rest, step.AsSpan(stepPrefix));
        }

        link = new LinkPoint(target, final.ToArray());
        return VolumeError.None;
    }

    // "/" on Unix, "C:/" on Windows; 0 for a relative path.
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
