using Doppel.Volumes;

namespace Doppel.Catalog;

/// <summary>A store of facts about the contents of files.</summary>
public sealed class ContentCatalog : IDisposable
{
    private readonly Lock _gate = new();
    private readonly Dictionary<FileSystemIdentity, List<ContentFact>> _facts = [];

    /// <summary>Opens the catalog in a folder, and creates it if necessary.</summary>
    public static ContentCatalog Open(string folder)
    {
        lock (s_all)
        {
            return s_all.TryGetValue(folder, out ContentCatalog? one) ? one : s_all[folder] = new ContentCatalog();
        }
    }

    private static readonly Dictionary<string, ContentCatalog> s_all = [];


    /// <summary>Passes on the facts about files.</summary>
    /// <param name="fileSystem">The file system that holds the files.</param>
    /// <param name="queries">The files, in ascending order of their inode.</param>
    /// <param name="found">Receives the facts.</param>
    public void Find(FileSystemIdentity fileSystem, ReadOnlySpan<ContentQuery> queries, FactVisitor found)
    {
        lock (_gate)
        {
            List<ContentFact> facts = _facts.GetValueOrDefault(fileSystem) ?? [];
            ILookup<(ulong, ulong), ContentFact> byFile = facts.ToLookup(static fact => (fact.Inode, fact.Stamp));
            foreach (ContentQuery query in queries)
            {
                foreach (ContentFact fact in byFile[(query.Inode, query.Stamp)])
                {
                    found(query.Tag, fact);
                }
            }
        }
    }

    /// <summary>Adds facts.</summary>
    public void Add(FileSystemIdentity fileSystem, ReadOnlySpan<ContentFact> facts)
    {
        lock (_gate)
        {
            if (!_facts.TryGetValue(fileSystem, out List<ContentFact>? list))
            {
                _facts.Add(fileSystem, list = []);
            }

            list.AddRange(facts);
        }
    }

    /// <summary>Writes what was added.</summary>
    public void Flush()
    {
        lock (_gate)
        {
        }
    }

    /// <summary>Gets problems.</summary>
    public IReadOnlyList<string> Problems { get; } = [];

    /// <inheritdoc/>
    public void Dispose()
    {
    }
}
