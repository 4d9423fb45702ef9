using System.Text;
using System.Text.Unicode;

namespace Doppel.Volumes;

/// <summary>Contains what all Unix systems have in common: paths, and changes by calls that all of them have.</summary>
internal abstract partial class UnixSystem : PortableSystem
{
    public override bool ListsFacts => false;

    public override FileOptions? PastCache => null;

    public override VolumeError ToNative(string? folder, ReadOnlySpan<byte> path, out string native)
    {
        native = "";
        if (path.Contains((byte)0) || !Utf8.IsValid(path))
        {
            return new VolumeError(VolumeErrorKind.BadName);
        }

        if (path.IsEmpty)
        {
            return Errno.ToError(Errno.NoEntry); // as the system does for an empty path
        }

        string text = Encoding.UTF8.GetString(path);
        string whole = folder is null || text[0] == '/' ? text : Join(folder, text);
        return WithoutParents(whole, out native);
    }

    public override string Join(string folder, ReadOnlySpan<char> name) => string.Concat(folder, "/", name);

    public override string FromNative(string target) => target;

    public override VolumeError ErrorOf(Exception exception) => UnixErrors.Of(exception);

    // System.IO removes ".." from the text, but the system goes up from the target of a link. The system is therefore
    // asked to resolve the path first.
    private static VolumeError WithoutParents(string path, out string native)
    {
        native = path;
        int last = path.EndsWith("/..", StringComparison.Ordinal)
            ? path.Length
            : path.LastIndexOf("/../", StringComparison.Ordinal) + "/..".Length;
        if (last < "/..".Length)
        {
            return VolumeError.None;
        }

        VolumeError error = UnixNative.RealPath(path[..last], out string resolved);
        bool lossy = resolved.Contains('\uFFFD');
        native = error.Failed || lossy ? "" : resolved.TrimEnd('/') + path[last..];
        native = native.Length == 0 && !error.Failed && !lossy ? "/" : native;
        return error || (lossy ? new VolumeError(VolumeErrorKind.BadName) : VolumeError.None);
    }
}
