namespace Doppel.Acting;

/// <summary>Computes relative paths from one file to another.</summary>
internal static class RelativePath
{
    /// <summary>Returns the target text for a symbolic link at one absolute name that points to another.</summary>
    /// <remarks>Correct only if no component of either name is a symbolic link.</remarks>
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
