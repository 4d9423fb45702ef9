using System.Text;
using Doppel.Catalog;
using Doppel.Finding;
using Doppel.Hashing;
using Doppel.Testing;
using Doppel.Volumes;

namespace Doppel.Fleet.Tests;

/// <summary>A bucket or a saved volume of a fleet: files of which only digests are known.</summary>
internal sealed class FleetList : IListedSource
{
    private readonly SortedDictionary<string, (byte[] Content, ListedDigest? Digest)> _files =
        new(StringComparer.Ordinal);

    private readonly Random _random = new(TestRun.SeedOffset);

    internal required string Address { get; init; }

    /// <summary>Whether there is a source to ask.</summary>
    internal bool HasSource { get; init; } = true;

    /// <summary>The files of which the list has no digest, or a wrong one, but the source knows the MD5.</summary>
    internal HashSet<string> OnlyBySource { get; } = new(StringComparer.Ordinal);

    /// <summary>The number of questions that the source was asked.</summary>
    internal int Asked { get; private set; }

    internal IEnumerable<(string Path, byte[] Content)> Files =>
        _files.Select(static file => (file.Key, file.Value.Content));

    public int QuestionsMax { get; set; } = int.MaxValue;

    public bool CanRead => false;

    internal void Add(string path, byte[] content, DigestAlgorithm? algorithm) =>
        _files[path] = (content, algorithm is { } one ? new ListedDigest(one, DigestOf(one, content)) : null);

    /// <summary>Adds a file whose listed digest is that of something else.</summary>
    internal void AddWrong(string path, byte[] content, byte[] other) =>
        _files[path] = (content, new ListedDigest(DigestAlgorithm.Md5, DigestOf(DigestAlgorithm.Md5, other)));

    internal void Remove(string path) => _files.Remove(path);

    internal FindRoot List()
    {
        using SavedList list = SavedVolumes.CreateTemporaryList();

        // Servers do not list in any order that stays.
        foreach ((string path, (byte[] content, ListedDigest? digest)) in Shuffled())
        {
            bool isOwn = digest?.Algorithm == DigestAlgorithm.Xxh3;
            Assert.True(list.TryAdd(Encoding.UTF8.GetBytes(path), new SavedFile
            {
                Size = content.Length,
                Modified = new FileTime(1_700_000_000, 0),
                Digest = isOwn ? digest!.Value.Value : null,
                Listed = isOwn ? null : digest,
            }));
        }

        var description = new SavedDescription
        {
            Made = default,
            Roots = [new SavedRoot("/"u8.ToArray(), default, Address)],
        };
        return new FindRoot(list.ToVolume(Address, description, 0, HasSource ? this : null), "/"u8.ToArray());
    }

    public ListedAnswer[] Ask(
        IReadOnlyList<ListedQuestion> questions, Action answered, CancellationToken cancellationToken)
    {
        Asked += questions.Count;
        return [.. questions.Select(question =>
        {
            string path = Encoding.UTF8.GetString(question.Path.Span);
            ListedState state = _files[path].Digest is null ? ListedState.Unanswered : ListedState.Right;
            return OnlyBySource.Contains(path)
                ? new ListedAnswer(
                    ListedState.Open,
                    new ListedDigest(DigestAlgorithm.Md5, DigestOf(DigestAlgorithm.Md5, _files[path].Content)))
                : new ListedAnswer(state);
        })];
    }

    public ListedAnswer[] Read(
        IReadOnlyList<ListedQuestion> questions, Action answered, CancellationToken cancellationToken) =>
        new ListedAnswer[questions.Count];

    private KeyValuePair<string, (byte[] Content, ListedDigest? Digest)>[] Shuffled()
    {
        KeyValuePair<string, (byte[] Content, ListedDigest? Digest)>[] files = [.. _files];
        _random.Shuffle(files);
        return files;
    }

    private static Digest128 DigestOf(DigestAlgorithm algorithm, byte[] content)
    {
        using var hash = ContentHash.Create(algorithm);
        hash.Append(content);
        return hash.Finish();
    }
}
