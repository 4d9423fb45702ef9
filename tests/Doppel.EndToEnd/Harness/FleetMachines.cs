using Doppel.Testing.Servers;

namespace Doppel.EndToEnd.Harness;

/// <summary>Machines with a file system each, whose files are compared through one server.</summary>
internal sealed class FleetMachines : IDisposable
{
    private readonly List<Mount> _mounts = [];
    private readonly ClickHouseServer _server;

    /// <summary>Makes machines that are called h0, h1 and so on, with a folder of these names.</summary>
    public FleetMachines(int count)
    {
        Needs.Root();
        Needs.Program("clickhouse-server", "clickhouse-server");
        Needs.Program("mkfs.ext4", "e2fsprogs");
        _server = new ClickHouseServer();
        for (int i = 0; i < count; i++)
        {
            ByteName image = Tree.AddSparseFile($"image-{i}", 64L << 20);
            Tool.Run("mkfs.ext4", "-q", image).MustSucceed();
            _mounts.Add(Mount.Make(Tree, $"h{i}", "-o", "loop", image));
        }

        AddKey("key");
        Run(0, "init").MustSucceed();
    }

    /// <summary>Where the folders are.</summary>
    public TempTree Tree { get; } = new();

    /// <summary>Adds a proof key, made from its name.</summary>
    public void AddKey(string name)
    {
        Tree.AddFile(name, string.Concat(Enumerable.Repeat(name, 8)));
        Tool.Run("chmod", "600", Tree[name]).MustSucceed();
    }

    /// <summary>Executes SQL, as somebody who may do everything.</summary>
    public string Sql(string statement) => _server.Execute(statement, "doppel");

    /// <summary>Scans the folders of all machines until all know what they have in common.</summary>
    public void Scan(int machines)
    {
        for (int scan = 0; scan < 3 * machines; scan++)
        {
            int machine = scan % machines;
            Run(machine, "scan", "--host", $"h{machine}", Tree[$"h{machine}"]).MustSucceed();
        }
    }

    /// <summary>Plans to delete on a machine what another one has too.</summary>
    public ProcessEnd Plan(int machine, int reference) => Run(
        machine, "plan", "--host", $"h{machine}", "--reference", $"h{reference}", "-o", Tree[$"plan{machine}"]);

    /// <summary>How to carry the plan of a machine out.</summary>
    public ProcessStart Deletion(int machine, params ByteName[] more) => Start(
        machine, "delete",
        [
            "--host", $"h{machine}", "--proof-key", Tree["key"], "--within", "1m", "--yes", .. more,
            Tree[$"plan{machine}"],
        ]);

    /// <summary>Starts what proves the files of a machine.</summary>
    /// <param name="machine">The machine.</param>
    /// <param name="key">The name of the file with its proof key.</param>
    /// <param name="folder">The folder that it reads, if that is not its own.</param>
    public ChildProcess Prove(int machine, string key = "key", string? folder = null) => ChildProcess.Start(Start(
        machine, "serve-proofs", "--host", $"h{machine}", "--proof-key", Tree[key], Tree[folder ?? $"h{machine}"]));

    /// <summary>Runs a command on a machine.</summary>
    public ProcessEnd Run(int machine, string command, params ByteName[] arguments) =>
        Tool.Run(Start(machine, command, arguments));

    /// <summary>Undoes the last run of a machine.</summary>
    public ProcessEnd Undo(int machine, params ByteName[] arguments) => Tool.Run(StartUndo(machine, arguments));

    /// <summary>How to undo the last run of a machine.</summary>
    public ProcessStart StartUndo(int machine, params ByteName[] arguments) =>
        At(machine, DoppelProgram.Start(["undo", "--yes", .. arguments]));

    /// <summary>The files of a machine, by name.</summary>
    public SortedDictionary<string, string> Files(int machine) => new(
        Directory.EnumerateFiles($"{Tree[$"h{machine}"]}", "*", SearchOption.AllDirectories)
            .ToDictionary(static path => path, File.ReadAllText),
        StringComparer.Ordinal);

    public void Dispose()
    {
        _mounts.ForEach(static mount => mount.Dispose());
        _server.Dispose();
        Tree.Dispose();
    }

    private ProcessStart Start(int machine, string command, params ByteName[] arguments) => At(
        machine, DoppelProgram.Start(["fleet", command, "--server", _server.Address.ToString(), .. arguments]));

    private ProcessStart At(int machine, ProcessStart start) => start with
    {
        Environment = new Dictionary<string, string?>(start.Environment)
        {
            ["XDG_STATE_HOME"] = $"{Tree[$"state{machine}"]}",
            ["XDG_CACHE_HOME"] = $"{Tree[$"cache{machine}"]}",
        },
    };
}
