using System.Runtime.CompilerServices;
using System.Text;

namespace Doppel.Finding;

/// <content>From ids back to bytes and text.</content>
public sealed unsafe partial class PathTree
{
    // Longer paths are rare, and measured before they are written.
    private const int PathBytesOnStack = 1024;

    /// <summary>Bytes of the rendered path, found without rendering it.</summary>
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

    /// <summary>Writes the absolute path, from its last name backwards, to the end of a destination.</summary>
    /// <returns>
    /// The part of <paramref name="destination"/> that holds the path: its end. What stands before it is overwritten.
    /// </returns>
    /// <exception cref="ArgumentException">The destination is shorter than <see cref="Length"/>.</exception>
    public Span<byte> Render(PathId path, Span<byte> destination) =>
        TryRender(path, destination, out Span<byte> rendered)
            ? rendered
            : throw new ArgumentException($"The destination needs {Length(path)} bytes.", nameof(destination));

    /// <summary>The absolute path as new bytes.</summary>
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
    /// The absolute path as text for people: what is not UTF-8 becomes U+FFFD, so it does not lead back.
    /// </summary>
    [SkipLocalsInit]
    public string ToText(PathId path) =>
        TryRender(path, stackalloc byte[PathBytesOnStack], out Span<byte> rendered)
            ? Encoding.UTF8.GetString(rendered)
            : Encoding.UTF8.GetString(Render(path));

    /// <summary>Does what <see cref="Render(PathId, Span{byte})"/> does where the destination is long enough.</summary>
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

    // In whole vectors, so that nothing depends on the length of most names: their lengths follow no pattern, and a
    // branch that is guessed wrongly costs more than all else here. What is copied too much lies before the name and is
    // overwritten by the name above it.
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

    // Only the name of a root can end with a separator, such as that of "/", and then needs no other one.
    private static int LengthAsRoot(byte* name, int length) =>
        length > 0 && name[length - 1] == '/' ? length - 1 : length;

    // For a destination with no room to spare: nothing is written outside the path.
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
