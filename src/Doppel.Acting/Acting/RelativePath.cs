namespace Doppel.Acting;

/// <summary>Paths from one file to another.</summary>
internal static class RelativePath
{
    /// <summary>The target of a symbolic link that stands under one absolute name and leads to another.</summary>
    /// <remarks>Right only where no component of either is a symbolic link.</remarks>
    internal static byte[] Between(ReadOnlySpan<byte> link, ReadOnlySpan<byte> target)
    {
        int common = 0;
        for (int i = 0; i < Math.Min(link.Length, target.Length) && link[i] == target[i]; i++)
        {
            common = link[i] == (byte)'/' ? i + 1 : common;
        }

        int ups = link[common..].Count((byte)'/');
        byte[] path = new byte[(3 * ups) + target.Length - common];
        for (int i = 0; i < ups; i++)
        {
            "../"u8.CopyTo(path.AsSpan(3 * i));
        }

        target[common..].CopyTo(path.AsSpan(3 * ups));
        return path;
    }
}
