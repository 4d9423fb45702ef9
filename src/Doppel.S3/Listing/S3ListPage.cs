using Doppel.Hashing;
using Doppel.Pooling;

namespace Doppel.S3;

/// <summary>The entries of one response, in the order in which the server returned them.</summary>
/// <remarks>
/// Valid until the next page is requested. The instance is then reused, so copy whatever you want to keep. Not
/// thread-safe.
/// </remarks>
public sealed class S3ListPage
{
    private const int RowsFirst = 1024;
    private const int KeyBytesFirst = 64 * 1024;

    private readonly NameCache _storageClasses = new();
    private ListRow[]? _rows;
    private byte[]? _keys;
    private int _keyBytes;

    internal S3ListPage()
    {
    }

    /// <summary>The number of entries.</summary>
    public int Count { get; private set; }

    internal NameCache StorageClasses => _storageClasses;

    /// <summary>Returns the entry at an index.</summary>
    /// <param name="index">The zero-based index, less than <see cref="Count"/>.</param>
    /// <exception cref="ArgumentOutOfRangeException">The index is out of range.</exception>
    public S3ListItem this[int index]
    {
        get
        {
            ArgumentOutOfRangeException.ThrowIfGreaterThanOrEqual((uint)index, (uint)Count, nameof(index));
            ref ListRow row = ref _rows![index];
            return new S3ListItem(KeyOf(in row), ref row);
        }
    }

    /// <summary>Returns an enumerator over the entries.</summary>
    /// <returns>The enumerator.</returns>
    public Enumerator GetEnumerator() => new(this);

    internal S3ListEntry EntryAt(int index) => this[index].ToEntry();

    internal ReadOnlySpan<byte> KeyOf(in ListRow row) => _keys.AsSpan(row.KeyStart, row.KeyLength);

    /// <summary>Stores the key of an entry that is still being read.</summary>
    internal void AddKey(ReadOnlySpan<byte> key, ref ListRow row)
    {
        Reserve(ref _keys, _keyBytes, key.Length, KeyBytesFirst);
        key.CopyTo(_keys.AsSpan(_keyBytes));
        row.KeyStart = _keyBytes;
        row.KeyLength = key.Length;
        _keyBytes += key.Length;
    }

    internal void Add(in ListRow row)
    {
        Reserve(ref _rows, Count, 1, RowsFirst);
        _rows![Count++] = row;
    }

    /// <summary>Decodes all keys in place.</summary>
    internal void DecodeKeys()
    {
        for (int i = 0; i < Count; i++)
        {
            ref ListRow row = ref _rows![i];
            row.KeyLength = UrlText.Decode(_keys.AsSpan(row.KeyStart, row.KeyLength));
        }
    }

    internal void Clear()
    {
        Count = 0;
        _keyBytes = 0;
    }

    /// <summary>Returns a digest of all keys, which identifies equal pages.</summary>
    internal Digest128 DigestOfKeys() => Xxh3.Hash128(_keys.AsSpan(0, _keyBytes));

    /// <summary>Returns the memory to its pools.</summary>
    internal void Release()
    {
        Clear();
        BufferPool<ListRow>.Shared.Return(ref _rows);
        BufferPool<byte>.Shared.Return(ref _keys);
    }

    private static void Reserve<T>(ref T[]? array, int used, int more, int first)
    {
        if (array is not null && array.Length - used >= more)
        {
            return;
        }

        int wanted = Math.Max(first, checked(used + more));
        T[] larger = BufferPool<T>.Shared.Rent(Math.Max(wanted, array is null ? 0 : 2 * array.Length));
        array.AsSpan(0, used).CopyTo(larger);
        BufferPool<T>.Shared.Return(ref array);
        array = larger;
    }

    /// <summary>Enumerates the entries of a page.</summary>
    public ref struct Enumerator
    {
        private readonly S3ListPage _page;
        private int _index;

        internal Enumerator(S3ListPage page)
        {
            _page = page;
            _index = -1;
        }

        /// <summary>The current entry.</summary>
        public readonly S3ListItem Current => _page[_index];

        /// <summary>Advances to the next entry.</summary>
        /// <returns>False after the last entry.</returns>
        public bool MoveNext() => ++_index < _page.Count;
    }
}

/// <summary>The properties of an entry on a page, except for its key.</summary>
internal struct ListRow
{
    /// <summary>The offset of the key among the keys of the page.</summary>
    internal int KeyStart;

    /// <summary>The length of the key in bytes.</summary>
    internal int KeyLength;

    internal bool IsPrefix;
    internal S3ListedChecksums Checksums;
    internal long Size;

    /// <summary>The time of the last modification in UTC ticks, or 0 if it is unknown.</summary>
    internal long LastModifiedTicks;

    internal S3ETag ETag;
    internal string? StorageClass;

    internal readonly DateTimeOffset? LastModified =>
        LastModifiedTicks == 0 ? null : new DateTimeOffset(LastModifiedTicks, TimeSpan.Zero);
}
