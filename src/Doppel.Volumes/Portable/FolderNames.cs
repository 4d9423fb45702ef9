using System.IO.Enumeration;

namespace Doppel.Volumes.Portable;

/// <summary>Walks over the entries of one folder without a string per name.</summary>
/// <remarks>
/// The entry is copied out and handed on between two steps: what the caller does with it runs outside the enumerator,
/// so its exceptions are not taken for those of the listing.
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

    /// <summary>The entry's name.</summary>
    public ReadOnlySpan<char> Name => _name.AsSpan(0, _length);

    /// <summary>Its attributes, when facts are taken.</summary>
    public FileAttributes Attributes { get; private set; }

    /// <summary>Its length in bytes, when facts are taken.</summary>
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

        // On Unix each of these would be a call of lstat, and one by path comes anyway.
        if (takesFacts)
        {
            Attributes = entry.Attributes;
            Length = entry.Length;
        }

        return true;
    }
}
