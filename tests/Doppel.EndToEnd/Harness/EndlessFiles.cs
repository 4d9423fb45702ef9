namespace Doppel.EndToEnd;

/// <summary>
/// Files whose search takes longer than anyone waits: two equal files of 4 TiB, and a pair that is soon found.
/// </summary>
/// <remarks>The files are one hole, shown by a FUSE file system that does not say where holes are.</remarks>
internal sealed class EndlessFiles : IDisposable
{
    private readonly TempTree _tree = new();
    private readonly Mount _mount;

    /// <summary>Makes the files; the test is not run where there is no FUSE.</summary>
    public EndlessFiles()
    {
        Needs.Program("bindfs", "bindfs");
        Needs.Root();
        _tree.AddFile("source/one", "content");
        _tree.AddFile("source/two", "content");
        _tree.AddFile("source/alone", "something else");
        _tree.AddSparseFile("source/endless one", 4L << 40, 1);
        _tree.AddSparseFile("source/endless two", 4L << 40, 1);
        _tree.AddFolder("m");
        ProcessEnd bound = Tool.Run("bindfs", _tree["source"], _tree["m"]);
        if (bound.ExitCode != 0)
        {
            Needs.Miss($"needs FUSE: {bound.ErrorText.Trim()}");
        }

        _mount = Mount.TakeOver(_tree["m"]);
    }

    /// <summary>The folder to search.</summary>
    public ByteName Folder => _tree["m"];

    /// <summary>Waits until a search reads what has no end, a minute at most.</summary>
    /// <param name="search">The search.</param>
    public void WaitUntilRead(ChildProcess search)
    {
        bool reads = SpinWait.SpinUntil(
            () => search.OpenFiles().Contains($"{_tree["m/endless one"]}"), TimeSpan.FromMinutes(1));
        Assert.True(reads, search.Runs ? "It never opened the file." : search.WaitForEnd().ErrorText);
    }

    /// <inheritdoc/>
    public void Dispose()
    {
        _mount.Dispose();
        _tree.Dispose();
    }
}
