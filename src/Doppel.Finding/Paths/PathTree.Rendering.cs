using System.Runtime.CompilerServices;
using System.Text;
using Doppel.Catalog;

namespace Doppel.Finding;

/// <content>Converts ids back to bytes and text.</content>
internal sealed unsafe partial class PathTree
{
    // Longer paths are rare, and are measured before they are written.
    private const int PathBytesOnStack = 1024;

    /// <summary>Returns the length of the rendered path in bytes without rendering it.</summary>
    public int Length(PathId path)
    {
        PathNode node = NodeOf(path.Value);
        Arena.At(node.Name, out int length);
        while (node.Parent >= 0)
        {
            node = NodeOf(node.Parent);
            byte* name = Arena.At(node.Name, out int bytes);
            length += 1 + (node.Parent < 0 ? LengthAsRoot(name, bytes) : bytes);
        }

        return length;
    }

    /// <summary>
    /// Writes the absolute path to the end of a buffer, starting with its last name and working backwards.
    /// </summary>
    /// <returns>
    /// The part of <paramref name="destination"/> that holds the path: its end. Anything before it is overwritten.
    /// </returns>
    /// <exception cref="ArgumentException">The buffer is shorter than <see cref="Length"/>.</exception>
    public Span<byte> Render(PathId path, Span<byte> destination) =>
        TryRender(path, destination, out Span<byte> rendered)
            ? rendered
            : throw new ArgumentException($"The destination needs {Length(path)} bytes.", nameof(destination));

    /// <summary>Returns the path of a file as reports show it.</summary>
    internal byte[] ShownPath(PathId file)
    {
        byte[] path = Render(file);
        return VolumeOf(file) is SavedVolume saved ? saved.ShownPath(path) : path;
    }

    /// <summary>Returns the absolute path as a new byte array.</summary>
    [SkipLocalsInit]
    public byte[] Render(PathId path)
    {
        if (TryRender(path, stackalloc byte[PathBytesOnStack], out Span<byte> rendered))
        {
            return rendered.ToArray();
        }

        byte[] bytes = new byte[Length(path)];
        Render(path, bytes);
        return bytes;
    }

    /// <summary>
    /// Returns the absolute path as text for display. Bytes that are not UTF-8 become U+FFFD, so the text cannot be
    /// converted back.
    /// </summary>
    [SkipLocalsInit]
    public string ToText(PathId path) =>
        TryRender(path, stackalloc byte[PathBytesOnStack], out Span<byte> rendered)
            ? Encoding.UTF8.GetString(rendered)
            : Encoding.UTF8.GetString(Render(path));

    /// <summary>Renders like <see cref="Render(PathId, Span{byte})"/>, if the buffer is long enough.</summary>
    internal bool TryRender(PathId path, Span<byte> destination, out Span<byte> rendered)
    {
        fixed (byte* start = destination)
        {
            byte* at = start + destination.Length;
            PathNode node = NodeOf(path.Value);
            byte* name = Arena.At(node.Name, out int length);
            while (node.Parent >= 0)
            {
                if (at - start <= length + NameArena.ReadableBytes)
                {
                    return TryRenderExactly(path, destination, out rendered);
                }

                CopyBackwards(name, length, at);
                at -= length + 1;
                *at = (byte)'/';
                node = NodeOf(node.Parent);
                name = Arena.At(node.Name, out length);
            }

            if (at < start + destination.Length)
            {
                length = LengthAsRoot(name, length);
            }

            if (at - start < length + NameArena.ReadableBytes)
            {
                return TryRenderExactly(path, destination, out rendered);
            }

            CopyBackwards(name, length, at);
            rendered = destination[(int)(at - length - start)..];
            return true;
        }
    }

    // Copies whole vectors, so that no branch depends on the length of most names. Lengths follow no pattern, and a
    // mispredicted branch costs more than everything else here. Excess bytes land before the name and are overwritten
    // by the name above it.
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static void CopyBackwards(byte* name, int length, byte* end)
    {
        byte* from = name + length;
        while (true)
        {
            from -= NameArena.ReadableBytes;
            end -= NameArena.ReadableBytes;
            Unsafe.CopyBlockUnaligned(end, from, NameArena.ReadableBytes);
            if (from <= name)
            {
                return;
            }
        }
    }

    // Only a root's name, such as "/", can end with a separator, and then needs no other one.
    private static int LengthAsRoot(byte* name, int length) =>
        length > 0 && name[length - 1] == '/' ? length - 1 : length;

    // For a buffer with no room to spare: writes nothing outside the path.
    private bool TryRenderExactly(PathId path, Span<byte> destination, out Span<byte> rendered)
    {
        int end = Length(path);
        if (destination.Length < end)
        {
            rendered = default;
            return false;
        }

        rendered = destination[^end..];
        PathNode node = NodeOf(path.Value);
        ReadOnlySpan<byte> name = Arena[node.Name];
        while (node.Parent >= 0)
        {
            end -= name.Length;
            name.CopyTo(rendered[end..]);
            rendered[--end] = (byte)'/';
            node = NodeOf(node.Parent);
            name = Arena[node.Name];
        }

        name[..end].CopyTo(rendered);
        return true;
    }
}
