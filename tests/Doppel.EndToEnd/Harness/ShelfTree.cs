namespace Doppel.EndToEnd.Harness;

/// <summary>A tree on which commands run with their own journals and trash.</summary>
internal sealed class ShelfTree : IDisposable
{
    private readonly TempTree _tree = new();
    private readonly TempTree _state = new();

    internal string Folder => _tree.Folder;

    public void Dispose()
    {
        _tree.Dispose();
        _state.Dispose();
    }

    internal void Add(string name, string content) => _tree.AddFile(name, content);

    internal void Link(string name, string existing) => _tree.AddHardLink(name, existing);

    /// <summary>Runs a command line, split at blanks, in the tree.</summary>
    internal ProcessEnd Run(string command)
    {
        ProcessStart start = DoppelProgram.Start([.. command.Split(' ').Select(static word => (ByteName)word)]);
        return Tool.Run(start with
        {
            Folder = Folder,
            Environment = new Dictionary<string, string?>(start.Environment)
            {
                ["XDG_STATE_HOME"] = _state.Folder,
                ["XDG_DATA_HOME"] = $"{_state["data"]}",
            },
        });
    }

    /// <summary>Everything about the files that a change would show.</summary>
    internal string Look() => Tool.Run(
        "find", Folder, "-printf", "%p %i %y %s %n %T@\\n").MustSucceed().OutputText;

    /// <summary>The names of all files below the first level, which a report or plan at the top is not.</summary>
    internal string Files() => string.Join(' ', Directory
        .EnumerateFiles(Folder, "*", SearchOption.AllDirectories)
        .Select(path => Path.GetRelativePath(Folder, path))
        .Where(path => path.Contains('/', StringComparison.Ordinal)
            && !File.GetAttributes($"{Folder}/{path[..path.IndexOf('/')]}").HasFlag(FileAttributes.ReparsePoint))
        .Order(StringComparer.Ordinal));
}
