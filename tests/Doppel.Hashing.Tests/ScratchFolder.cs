namespace Doppel.Hashing.Tests;

/// <summary>A folder for the files of one test, gone with it.</summary>
internal sealed class ScratchFolder : IDisposable
{
    internal string FullName { get; } = Directory.CreateTempSubdirectory("doppel-hashing-").FullName;

    public void Dispose() => Directory.Delete(FullName, recursive: true);

    internal void Write(string name, ReadOnlySpan<byte> content)
    {
        string path = Path.Combine(FullName, name);
        using FileStream file = new(path, FileMode.CreateNew, FileAccess.Write, FileShare.None, bufferSize: 0);
        file.Write(content);
    }
}
