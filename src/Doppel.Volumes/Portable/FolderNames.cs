using System.IO.Enumeration;

namespace Doppel.Volumes;

/// <summary>Enumerates the entries of a folder without allocating a string per name.</summary>
/// <remarks>
/// Each entry is copied and handled between two steps of the enumerator. The caller's code thus runs outside the
/// enumerator, and its exceptions are not mistaken for those of the listing.
/// </remarks>
internal sealed class FolderNames(string path, bool takesFacts) : FileSystemEnumerator<bool>(path, s_options)
{
    private static readonly EnumerationOptions s_options = new()
    {
        AttributesToSkip = 0,
        IgnoreInaccessible = false,
        RecurseSubdirectories = false,
        ReturnSpecialDirectories = false,
        BufferSize = 64 * 1024,
    };

    private char[] _name = new char[256];
    private int _length;

    /// <summary>Gets the name of the current entry.</summary>
    public ReadOnlySpan<char> Name => _name.AsSpan(0, _length);

    /// <summary>Gets the attributes of the current entry, if facts are requested.</summary>
    public FileAttributes Attributes { get; private set; }

    /// <summary>Gets the length of the current entry in bytes, if facts are requested.</summary>
    public long Length { get; private set; }

    protected override bool ShouldRecurseIntoEntry(ref FileSystemEntry entry) => false;

    protected override bool TransformEntry(ref FileSystemEntry entry)
    {
        ReadOnlySpan<char> name = entry.FileName;
        if (name.Length > _name.Length)
        {
            _name = new char[name.Length];
        }

        name.CopyTo(_name);
        _length = name.Length;

        // On Unix, each of these would call lstat, and a stat by path follows anyway.
        if (takesFacts)
        {
            Attributes = entry.Attributes;
            Length = entry.Length;
        }

        return true;
    }
}
