using System.Text;
using System.Text.Unicode;
using Doppel.Volumes.Linux;
using Microsoft.Win32.SafeHandles;

namespace Doppel.Volumes.Portable;

/// <summary>Linux: identity and kind by statx, everything else by System.IO.</summary>
internal sealed class UnixSystem : PortableSystem
{
    private readonly MountTable _mounts = new();

    /// <inheritdoc/>
    public override bool ListsFacts => false;

    /// <inheritdoc/>
    public override FileOptions? PastCache => null;

    /// <inheritdoc/>
    public override VolumeError ToNative(string? folder, ReadOnlySpan<byte> path, out string native)
    {
        native = "";
        if (path.Contains((byte)0) || !Utf8.IsValid(path))
        {
            return new VolumeError(VolumeErrorKind.BadName);
        }

        if (path.IsEmpty)
        {
            return Errno.ToError(Errno.NoEntry); // as the system says of an empty path
        }

        string text = Encoding.UTF8.GetString(path);
        string whole = folder is null || text[0] == '/' ? text : Join(folder, text);
        return WithoutParents(whole, out native);
    }

    /// <inheritdoc/>
    public override string Join(string folder, ReadOnlySpan<char> name) => string.Concat(folder, "/", name);

    /// <inheritdoc/>
    public override VolumeError Stat(string path, LinkPolicy links, out FileFacts facts)
    {
        VolumeError error = UnixNative.Stat(path, FlagsOf(links), StatxBuffer.MaskAll, out StatxBuffer stat);
        return Facts(error, stat, out facts);
    }

    /// <inheritdoc/>
    public override VolumeError Stat(SafeFileHandle file, out FileFacts facts)
    {
        VolumeError error = UnixNative.Stat(file, out StatxBuffer stat);
        return Facts(error, stat, out facts);
    }

    /// <inheritdoc/>
    public override MountFacts MountOf(PortableFolder folder)
    {
        const uint Mask = StatxBuffer.MaskAll | StatxBuffer.MaskMountId;
        VolumeError error = UnixNative.Stat(folder.Path, FlagsOf(folder.Links), Mask, out StatxBuffer stat);
        bool known = !error.Failed && (stat.Mask & StatxBuffer.MaskMountId) != 0;
        MountFacts facts = _mounts.FactsOf(folder.Facts.Device, known ? stat.MountId : 0);
        return facts.SectorBytes != 0 ? facts : facts with { SectorBytes = UnixNative.BlockBytes(folder.Path) };
    }

    /// <inheritdoc/>
    public override string FromNative(string target) => target;

    /// <inheritdoc/>
    public override VolumeError ErrorOf(Exception exception) => UnixErrors.Of(exception);

    private static VolumeError Facts(VolumeError error, in StatxBuffer stat, out FileFacts facts)
    {
        facts = default;
        if (!error.Failed)
        {
            stat.CopyTo(out facts);
        }

        return error;
    }

    private static int FlagsOf(LinkPolicy links) =>
        Libc.AtNoAutomount | (links == LinkPolicy.Stay ? Libc.AtSymlinkNoFollow : 0);

    // System.IO takes ".." away from the text, the system goes up from where a link led to. So the system is asked
    // first.
    private static VolumeError WithoutParents(string path, out string native)
    {
        native = path;
        int last = path.EndsWith("/..", StringComparison.Ordinal) ? path.Length
            : path.LastIndexOf("/../", StringComparison.Ordinal) is >= 0 and int place ? place + 3
            : -1;
        if (last < 0)
        {
            return VolumeError.None;
        }

        VolumeError error = UnixNative.RealPath(path[..last], out string resolved);
        bool lossy = resolved.Contains('\uFFFD');
        native = error.Failed || lossy ? "" : resolved.TrimEnd('/') + path[last..];
        native = native.Length == 0 && !error.Failed && !lossy ? "/" : native;
        return error.Failed || !lossy ? error : new VolumeError(VolumeErrorKind.BadName);
    }
}
