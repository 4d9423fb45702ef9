using System.Text;
using Doppel.Testing;

namespace Doppel.Volumes.Tests;

/// <summary>An empty folder on a volume under test, a way to fill it, and the truth about what is in it.</summary>
public abstract class VolumePlace : IDisposable
{
    public abstract IVolume Volume { get; }

    public abstract PlaceAbilities Abilities { get; }

    /// <summary>The folder's absolute path without a slash at the end.</summary>
    public abstract byte[] Root { get; }

    public abstract void AddFile(Bytes path, Bytes content);

    public abstract void AddFolder(Bytes path);

    public abstract void AddLink(Bytes path, Bytes target);

    public abstract void AddHardLink(Bytes path, Bytes existing);

    /// <summary>Adds nodes that are neither file, folder nor link.</summary>
    /// <returns>Their absolute paths.</returns>
    public abstract IReadOnlyList<byte[]> AddSpecials();

    /// <summary>Adds a chain of folders and in the last one a file, however long its path is.</summary>
    public abstract void AddDeep(IReadOnlyList<string> folders, string file, Bytes content);

    public abstract void Truncate(Bytes path, long size);

    public abstract void Remove(Bytes path);

    /// <summary>Makes an entry unreadable and runs code as somebody who is bound by that.</summary>
    public abstract void RunDenied(Bytes path, Action code);

    /// <summary>The facts of everything below the root, told independently; keys are relative paths, Latin-1.</summary>
    public abstract IReadOnlyDictionary<string, FileFacts> RealFacts();

    public abstract void AssertNothingOpen();

    public abstract void Dispose();

    /// <summary>An absolute path below the root.</summary>
    public byte[] At(Bytes path) => [.. Root, (byte)'/', .. path.Span];

    public FileFacts Real(Bytes path) => RealFacts()[Encoding.Latin1.GetString(path.Span)];
}
