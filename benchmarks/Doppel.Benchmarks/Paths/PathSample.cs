using Doppel.Finding;

namespace Doppel.Benchmarks.Paths;

/// <summary>Some hundred files of a corpus as text, as the talk's nodes and as ids of one tree.</summary>
internal sealed class PathSample : IDisposable
{
    public const int Count = 256;

    private const int CorpusFiles = 10_000;

    private PathSample()
    {
        var corpus = PathCorpus.Make(CorpusFiles, seed: 5);
        string[] folders = corpus.FolderTexts();
        Finder = new PathFinder(Tree, 0, folders[0]);
        for (int i = 0; i < Count; i++)
        {
            // All files stand in the tree, the sample is taken from the whole of it.
            (int folder, string name) = corpus.Files[i * (CorpusFiles / Count)];
            Folders[i] = folders[folder];
            FileNames[i] = name;
            Texts[i] = $"{folders[folder]}/{name}";
            Nodes[i] = TalkPath.Parse(Texts[i], '/', Names);
        }

        foreach ((int folder, string name) in corpus.Files)
        {
            Finder.IdOf($"{folders[folder]}/{name}");
        }

        for (int i = 0; i < Count; i++)
        {
            Ids[i] = Finder.IdOf(Texts[i]);
        }
    }

    public PathTree Tree { get; } = new();

    public PathFinder Finder { get; }

    public TalkNames Names { get; } = new();

    public string[] Folders { get; } = new string[Count];

    public string[] FileNames { get; } = new string[Count];

    public string[] Texts { get; } = new string[Count];

    public TalkPath[] Nodes { get; } = new TalkPath[Count];

    public PathId[] Ids { get; } = new PathId[Count];

    public static PathSample Make() => new();

    public void Dispose() => Tree.Dispose();
}
