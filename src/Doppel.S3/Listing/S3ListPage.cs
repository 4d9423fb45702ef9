using Doppel.Hashing;
using Doppel.Pooling;

namespace Doppel.S3;

/// <summary>The entries of one answer, in the order in which the server gave them.</summary>
/// <remarks>
/// Holds until the next page is asked for, and is filled again then: take what is to be kept out of it. Not
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

    /// <summary>How many entries there are.</summary>
    public int Count { get; private set; }

    internal NameCache StorageClasses => _storageClasses;

    /// <summary>An entry.</summary>
    /// <param name="index">0 to <see cref="Count"/>, which does not belong to it.</param>
    /// <exception cref="ArgumentOutOfRangeException">There is none.</exception>
    public S3ListItem this[int index]
    {
        get
        {
            ArgumentOutOfRangeException.ThrowIfGreaterThanOrEqual((uint)index, (uint)Count, nameof(index));
            ref ListRow row = ref _rows![index];
            return new S3ListItem(KeyOf(in row), ref row);
        }
    }

    /// <summary>Goes through the entries.</summary>
    public Enumerator GetEnumerator() => new(this);

    internal S3ListEntry EntryAt(int index) => this[index].ToEntry();

    internal ReadOnlySpan<byte> KeyOf(in ListRow row) => _keys.AsSpan(row.KeyStart, row.KeyLength);

    /// <summary>Keeps the key of an entry that is not complete yet.</summary>
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

    /// <summary>Decodes all keys in their places.</summary>
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

    /// <summary>Returns a digest of all keys, by which equal pages are known.</summary>
    internal Digest128 DigestOfKeys() => Xxh3.Hash128(_keys.AsSpan(0, _keyBytes));

    /// <summary>Gives the memory back.</summary>
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

    /// <summary>Goes through the entries of a page.</summary>
    public ref struct Enumerator
    {
        private readonly S3ListPage _page;
        private int _index;

        internal Enumerator(S3ListPage page)
        {
            _page = page;
            _index = -1;
        }

        /// <summary>The entry that was reached.</summary>
        public readonly S3ListItem Current => _page[_index];

        /// <summary>Goes to the next entry.</summary>
        /// <returns>False behind the last one.</returns>
        public bool MoveNext() => ++_index < _page.Count;
    }
}
