using Doppel.Benchmarks.Kernels;

namespace Doppel.Benchmarks.Opening;

/// <summary>A way to open, read and close files; up to <see cref="OpenMax"/> of them are open at once.</summary>
internal abstract class FileOpener(string name, Role role)
{
    public const int OpenMax = 250;

    public string Name { get; } = name;

    public Role Role { get; } = role;

    protected byte[] Buffer { get; } = new byte[64 * 1024];

    /// <summary>Opens the files from <paramref name="first"/> on.</summary>
    public abstract void Open(int first, int count);

    /// <summary>Reads what <see cref="Open"/> opened.</summary>
    /// <returns>The sum of the files' first bytes.</returns>
    public abstract long Read(int count);

    /// <summary>Closes what <see cref="Open"/> opened.</summary>
    public abstract void Close(int count);

    protected long FirstByteOf(int read) => read == OpeningFiles.FileBytes
        ? Buffer[0]
        : throw new IOException($"A file gave {read} bytes in place of {OpeningFiles.FileBytes}.");
}
