using System.Collections.Concurrent;
using Doppel.Pooling;
using Doppel.Volumes;

namespace Doppel.Catalog;

/// <summary>
/// A store of facts about the contents of files, in a folder, for several processes at once. Thread-safe.
/// </summary>
/// <remarks>
/// Environment errors never throw: a catalog that cannot be read or written says so in <see cref="Problems"/> and
/// stores nothing, and a search goes on without it. A process that is killed loses at most what was not yet written,
/// and a file that is damaged at most what it held.
/// </remarks>
public sealed class ContentCatalog : IDisposable
{
    /// <summary>The maximum length of a text in bytes.</summary>
    public const int TextBytesMax = 16 * 1024;

    private const string Version = "1";

    private readonly CatalogOptions _options;
    private readonly CatalogProblems _problems = new();
    private readonly string _root;
    private readonly Housekeeping _housekeeping;
    private readonly ResultFolder _results;
    private readonly Lock _gate = new();
    private readonly Dictionary<FileSystemIdentity, FactStore> _stores = [];
    private readonly ConcurrentDictionary<FileSystemIdentity, MemoryFacts> _inMemory = [];
    private volatile FactStore? _latest;
    private volatile bool _isDisposed;
    private volatile bool _mayHaveResults = true;

    private ContentCatalog(string folder, CatalogOptions options)
    {
        _options = options;
        _root = Path.Combine(folder, Version);
        _housekeeping = new Housekeeping(options, _problems, _root);
        _results = new ResultFolder(options, _problems, _root);
        if (!BitConverter.IsLittleEndian)
        {
            _problems.TurnOff("The catalog is not used, since this processor stores numbers with the high byte first.");
        }
    }

    /// <summary>The clock: <see cref="CatalogOptions.Time"/>.</summary>
    public TimeProvider Time => _options.Time;

    /// <summary>What went wrong so far, in sentences that say what to do. Empty if all is well.</summary>
    public IReadOnlyList<string> Problems => _problems.Texts;

    /// <summary>Opens the catalog in a folder. The folder is created when the first facts are written.</summary>
    /// <param name="folder">The path of the folder.</param>
    /// <param name="options">The options. Default: those of a new <see cref="CatalogOptions"/>.</param>
    /// <returns>The catalog. It is open even if the folder cannot be used.</returns>
    /// <exception cref="ArgumentException">The path is empty.</exception>
    /// <exception cref="ArgumentOutOfRangeException">An option is out of range.</exception>
    public static ContentCatalog Open(string folder, CatalogOptions? options = null)
    {
        ArgumentException.ThrowIfNullOrEmpty(folder);
        options ??= new CatalogOptions();
        options.Validate();
        return new ContentCatalog(Path.GetFullPath(folder), options);
    }

    /// <summary>
    /// Keeps the facts about a file system in memory from now on, 48 bytes each, until this catalog is disposed. They
    /// are never written, and those of other processes are not found. If they exceed
    /// <see cref="CatalogOptions.BytesMax"/>, all of them are forgotten. Texts are not kept.
    /// </summary>
    /// <remarks>
    /// For a process that knows more about the changes of files than their times show, and for file systems without a
    /// lasting identity.
    /// </remarks>
    /// <param name="fileSystem">The file system, or a random identity that stands for one in this process.</param>
    public void KeepInMemory(FileSystemIdentity fileSystem) =>
        _inMemory.GetOrAdd(fileSystem, _ => new MemoryFacts(_options.BytesMax));

    /// <summary>Returns whether there are any facts about a file system, as far as that costs nothing.</summary>
    /// <exception cref="ObjectDisposedException">The catalog has been disposed.</exception>
    public bool MayKnow(FileSystemIdentity fileSystem) => fileSystem.IsKnown
        && (_inMemory.TryGetValue(fileSystem, out MemoryFacts? facts) ? facts.Any : StoreOf(fileSystem).MayKnow);

    /// <summary>Passes on the facts about files, from all processes. Later facts are passed later.</summary>
    /// <param name="fileSystem">The file system that holds the files.</param>
    /// <param name="queries">The files, in ascending order of their inode. Several may have one inode.</param>
    /// <param name="found">Receives each fact with equal inode and stamp, some perhaps twice. It may add facts.</param>
    /// <exception cref="ArgumentException">The queries are not in order.</exception>
    /// <exception cref="ObjectDisposedException">The catalog has been disposed.</exception>
    public void Find(FileSystemIdentity fileSystem, ReadOnlySpan<ContentQuery> queries, FactVisitor found)
    {
        ArgumentNullException.ThrowIfNull(found);
        CheckOrder(queries);
        if (_inMemory.TryGetValue(fileSystem, out MemoryFacts? facts))
        {
            facts.Find(queries, found);
            return;
        }

        if (!queries.IsEmpty && fileSystem.IsKnown && BitConverter.IsLittleEndian)
        {
            StoreOf(fileSystem).Find(queries, found);
        }
    }

    /// <summary>
    /// Adds facts. They are found at once in this process, and by others when 4,096 have gathered or 2 seconds after
    /// the first, at the next call of this method or of <see cref="Flush"/>.
    /// </summary>
    /// <param name="fileSystem">
    /// The file system that holds the files. If <see cref="FileSystemIdentity.IsKnown"/> is false, nothing is kept.
    /// </param>
    /// <param name="facts">The facts, in any order.</param>
    /// <exception cref="ObjectDisposedException">The catalog has been disposed.</exception>
    public void Add(FileSystemIdentity fileSystem, ReadOnlySpan<ContentFact> facts)
    {
        if (_inMemory.TryGetValue(fileSystem, out MemoryFacts? inMemory))
        {
            inMemory.Add(facts);
            return;
        }

        if (fileSystem.IsKnown && StoreOf(fileSystem).Add(facts))
        {
            _housekeeping.AfterRun();
        }

        if (_mayHaveResults && AnyTakesBack(facts))
        {
            RemoveResults();
        }
    }

    /// <summary>
    /// Adds a text about a file. It replaces an earlier one of its kind, and is written as facts are. A fact of its
    /// kind takes it back.
    /// </summary>
    /// <param name="fileSystem">The file system that holds the file.</param>
    /// <param name="fact">
    /// Inode, stamp, kind and time. The kind must be one of a text; the value does not matter.
    /// </param>
    /// <param name="text">The text: any bytes, at most <see cref="TextBytesMax"/>.</param>
    /// <exception cref="ArgumentException">The kind is not one of a text, or the text is too long.</exception>
    /// <exception cref="ObjectDisposedException">The catalog has been disposed.</exception>
    public void AddText(FileSystemIdentity fileSystem, in ContentFact fact, ReadOnlySpan<byte> text)
    {
        CheckText(fact.Kind);
        ArgumentOutOfRangeException.ThrowIfGreaterThan(text.Length, TextBytesMax, nameof(text));
        if (fileSystem.IsKnown && !_inMemory.ContainsKey(fileSystem) && StoreOf(fileSystem).Add(fact, text))
        {
            _housekeeping.AfterRun();
        }
    }

    /// <summary>
    /// Writes what was added, and passes on the texts about files, from all processes: of each file, the last
    /// one, in the order of facts.
    /// </summary>
    /// <param name="fileSystem">The file system that holds the files.</param>
    /// <param name="queries">The files, in ascending order of their inode. Several may have one inode.</param>
    /// <param name="kind">The kind of the texts.</param>
    /// <param name="found">Receives each text with equal inode and stamp. It may add facts and texts.</param>
    /// <exception cref="ArgumentException">The queries are not in order, or the kind is not one of a text.</exception>
    /// <exception cref="ObjectDisposedException">The catalog has been disposed.</exception>
    public void FindTexts(
        FileSystemIdentity fileSystem, ReadOnlySpan<ContentQuery> queries, FactKind kind, TextVisitor found)
    {
        ArgumentNullException.ThrowIfNull(found);
        CheckText(kind);
        CheckOrder(queries);
        bool isKept = fileSystem.IsKnown && !_inMemory.ContainsKey(fileSystem);
        if (queries.IsEmpty || !isKept || !BitConverter.IsLittleEndian)
        {
            return;
        }

        FactStore store = StoreOf(fileSystem);
        if (store.Flush())
        {
            _housekeeping.AfterRun();
        }

        TextSearch.Find(store.Folder, queries, kind, found);
    }

    /// <summary>Returns what was kept under a key, or null. The caller disposes it.</summary>
    /// <param name="key">The key.</param>
    public NativeBuffer<byte>? FindResult(UInt128 key) => _results.Read(key);

    /// <summary>
    /// Keeps a result that was computed from facts, in place of the one with the same key. The latest 16 are kept, as
    /// far as they take at most a quarter of <see cref="CatalogOptions.BytesMax"/>. What cannot be written is not kept.
    /// All results are removed when a fact is taken back (added without a value), since they may depend on it.
    /// </summary>
    /// <param name="key">The key.</param>
    /// <param name="begun">
    /// When its computation began, by <see cref="Time"/>. It is not believed if facts were taken back since then, by
    /// any process.
    /// </param>
    /// <param name="result">The result.</param>
    public void KeepResult(UInt128 key, DateTimeOffset begun, ReadOnlySpan<byte> result)
    {
        _results.Write(key, begun, result);
        _mayHaveResults = true;
    }

    /// <summary>Writes what was added. A crash of this process cannot take it then, though a power cut can.</summary>
    public void Flush()
    {
        bool isRunComplete = false;
        foreach (FactStore store in Stores())
        {
            isRunComplete |= store.Flush();
        }

        if (isRunComplete)
        {
            _housekeeping.AfterRun();
        }
    }

    /// <summary>
    /// Writes what was added, and merges files if there are enough of them. Does nothing while another process merges.
    /// </summary>
    public void Merge()
    {
        foreach (FactStore store in Stores())
        {
            store.CompleteRun();
        }

        _housekeeping.Tidy();
    }

    /// <summary>Writes what was added, and sums up what is stored. Reads the whole catalog.</summary>
    /// <returns>An item for each file system about which there is something.</returns>
    public IReadOnlyList<CatalogFileSystem> List()
    {
        Flush();
        return
        [
            .. _housekeeping.Folders().Select(Housekeeping.Describe).Where(static item => item.BytesOnDisk > 0)
                .OrderBy(static item => item.Identity.Id).ThenBy(static item => item.Identity.Subvolume),
        ];
    }

    /// <summary>Writes what was added, and passes on all facts about a file system, in no certain order.</summary>
    /// <param name="fileSystem">The file system.</param>
    /// <param name="visitor">Receives each fact, and also those that newer ones replace.</param>
    /// <exception cref="ObjectDisposedException">The catalog has been disposed.</exception>
    public void ForEach(FileSystemIdentity fileSystem, Action<ContentFact> visitor)
    {
        ArgumentNullException.ThrowIfNull(visitor);
        if (fileSystem.IsKnown)
        {
            FactStore store = StoreOf(fileSystem);
            store.Flush();
            Housekeeping.Scan(store.Folder, (in FactRecord record) => visitor(record.Fact));
        }
    }

    /// <summary>
    /// Removes what is stored, and what this process has yet to write. Searches that run in other processes continue,
    /// and may store what they learn from now on.
    /// </summary>
    /// <param name="fileSystem">The file system, or null for all.</param>
    /// <returns>Whether everything is gone. If not, <see cref="Problems"/> says why.</returns>
    public bool Forget(FileSystemIdentity? fileSystem = null)
    {
        foreach (FactStore store in Stores())
        {
            if (fileSystem is null || store.Folder.FileSystem == fileSystem)
            {
                store.Drop();
            }
        }

        foreach ((FileSystemIdentity identity, MemoryFacts facts) in _inMemory)
        {
            if (fileSystem is null || identity == fileSystem)
            {
                facts.Drop();
            }
        }

        bool areResultsGone = RemoveResults();
        return _housekeeping.Forget(fileSystem) && areResultsGone;
    }

    /// <summary>
    /// Writes what was added, merges files if there are enough of them, and closes the catalog. Further calls do
    /// nothing.
    /// </summary>
    public void Dispose()
    {
        lock (_gate)
        {
            if (_isDisposed)
            {
                return;
            }

            _isDisposed = true;
        }

        foreach (MemoryFacts facts in _inMemory.Values)
        {
            facts.Dispose();
        }

        List<RunFolder> used = [];
        bool hasGrown = false;
        foreach (FactStore store in Stores())
        {
            store.CompleteRun();
            store.Dispose();
            hasGrown |= store.HasWritten;
            if (store.WasThere)
            {
                used.Add(store.Folder);
            }
        }

        // The first search of all, which reads everything, leaves merging to the next one, which reads nothing.
        if (used.Count > 0)
        {
            _housekeeping.Tidy(used, hasGrown);
        }
    }

    private static bool AnyTakesBack(ReadOnlySpan<ContentFact> facts)
    {
        foreach (ref readonly ContentFact fact in facts)
        {
            if (fact.Value == default)
            {
                return true;
            }
        }

        return false;
    }

    private bool RemoveResults()
    {
        _mayHaveResults = false;
        return _results.RemoveAll();
    }

    private static void CheckText(FactKind kind)
    {
        if (!FactRecord.IsText(kind))
        {
            throw new ArgumentException($"Facts of the kind {kind} have no text.", nameof(kind));
        }
    }

    private static void CheckOrder(ReadOnlySpan<ContentQuery> queries)
    {
        for (int i = 1; i < queries.Length; i++)
        {
            if (queries[i].Inode < queries[i - 1].Inode)
            {
                throw new ArgumentException("The queries must be in ascending order of inodes.", nameof(queries));
            }
        }
    }

    private FactStore StoreOf(FileSystemIdentity fileSystem)
    {
        // Most searches are about one file system.
        FactStore? latest = _latest;
        if (latest is not null && latest.Folder.FileSystem == fileSystem && !_isDisposed)
        {
            return latest;
        }

        lock (_gate)
        {
            ObjectDisposedException.ThrowIf(_isDisposed, this);
            if (!_stores.TryGetValue(fileSystem, out FactStore? store))
            {
                _stores.Add(fileSystem, store = new FactStore(_options, _problems, _root, fileSystem));
            }

            _latest = store;
            return store;
        }
    }

    private FactStore[] Stores()
    {
        lock (_gate)
        {
            return [.. _stores.Values];
        }
    }
}
