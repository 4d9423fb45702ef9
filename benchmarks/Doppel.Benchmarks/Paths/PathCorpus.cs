namespace Doppel.Benchmarks.Paths;

/// <summary>Paths as on a developer's disk: twelve files in a folder, up to fourteen levels.</summary>
/// <remarks>
/// Four of ten file names and most folder names come from short lists, as <c>index.js</c> and <c>src</c> do on a real
/// disk; the others stand only once. The seed decides everything.
/// </remarks>
internal sealed class PathCorpus
{
    private const int FilesPerFolder = 12;
    private const int LevelsMax = 14;

    private static readonly string[] s_folderNames =
    [
        "src", "lib", "bin", "obj", "test", "tests", "docs", "assets", "images", "node_modules", "dist", "build",
        "include", "resources", "locale", "Release", "net8.0", "Community", "Common7", "IDE", "Packages", "Photos",
    ];

    private static readonly string[] s_fileNames =
    [
        "index.js", "package.json", "README.md", "LICENSE", "index.d.ts", "CMakeLists.txt", "Makefile", "main.c",
        "styles.css", "Thumbs.db", ".gitignore", "AssemblyInfo.cs", "project.assets.json", "favicon.ico", "data.xml",
    ];

    private static readonly string[] s_stems = ["IMG_", "DSC0", "report-", "part-", "Microsoft.Extensions.", "chunk."];
    private static readonly string[] s_endings = [".jpg", ".dll", ".xml", ".js.map", ".pdf", ".cs"];

    private PathCorpus(string root) => Folders.Add((-1, root));

    /// <summary>Each folder with the number of the one above; the first is the root and has none.</summary>
    public List<(int Parent, string Name)> Folders { get; } = [];

    /// <summary>Each file with the number of its folder.</summary>
    public List<(int Folder, string Name)> Files { get; } = [];

    public static PathCorpus Make(int files, int seed)
    {
        var corpus = new PathCorpus("/srv/files");
        var random = new Random(seed);
        List<int> levels = [0];
        HashSet<(int Parent, string Name)> taken = [];
        int folders = Math.Max(1, files / FilesPerFolder);
        for (int i = 1; i < folders; i++)
        {
            int parent = ParentOf(random, i, levels);
            levels.Add(levels[parent] + 1);

            string name = s_folderNames[random.Next(s_folderNames.Length)];
            corpus.Folders.Add((parent, taken.Add((parent, name)) ? name : $"{name}-{i}"));
        }

        for (int i = 0; i < files; i++)
        {
            corpus.Files.Add((i / FilesPerFolder % folders, FileName(random, i)));
        }

        return corpus;
    }

    /// <summary>The path of every folder.</summary>
    public string[] FolderTexts()
    {
        string[] texts = new string[Folders.Count];
        for (int i = 0; i < texts.Length; i++)
        {
            (int parent, string name) = Folders[i];
            texts[i] = parent < 0 ? name : $"{texts[parent]}/{name}";
        }

        return texts;
    }

    // Mostly below one of the folders made last, so that the tree grows deep as well as wide.
    private static int ParentOf(Random random, int count, List<int> levels)
    {
        int parent = random.Next(4) == 0 ? random.Next(count) : random.Next(Math.Max(0, count - 40), count);
        return levels[parent] >= LevelsMax ? 0 : parent;
    }

    private static string FileName(Random random, int number)
    {
        if (random.Next(10) < 4)
        {
            // Two files of one folder never have the same name: the list is walked from a place of its folder.
            return s_fileNames[number % FilesPerFolder];
        }

        string stem = s_stems[random.Next(s_stems.Length)];
        return $"{stem}{number:D7}{s_endings[random.Next(s_endings.Length)]}";
    }
}
