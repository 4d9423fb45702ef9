namespace Doppel.Fleet;

/// <summary>Judges absolute paths on a host by their text.</summary>
internal static class HostPath
{
    /// <summary>Returns whether a path is that of a folder, or of something below it.</summary>
    internal static bool IsAtOrBelow(ReadOnlySpan<byte> path, ReadOnlySpan<byte> folder) => path.StartsWith(folder)
        && (path.Length == folder.Length || folder.EndsWith("/"u8) || path[folder.Length] == (byte)'/');

    /// <summary>
    /// Returns whether a path has no empty, "." or ".." component, so that it leads where its text says.
    /// </summary>
    internal static bool IsPlain(ReadOnlySpan<byte> path)
    {
        ReadOnlySpan<byte> rest = path.StartsWith("/"u8) ? path[1..] : path;
        foreach (Range part in rest.Split((byte)'/'))
        {
            ReadOnlySpan<byte> component = rest[part];
            if (component.IsEmpty || component.SequenceEqual("."u8) || component.SequenceEqual(".."u8))
            {
                return false;
            }
        }

        return path.IndexOf((byte)0) < 0;
    }
}
