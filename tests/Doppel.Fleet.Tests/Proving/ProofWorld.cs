using System.Globalization;
using System.Text;
using Doppel.Acting;
using Doppel.Hashing;
using Doppel.Reports;
using Doppel.Testing.Trees;
using Doppel.Volumes;

namespace Doppel.Fleet.Tests;

/// <summary>
/// Machines that have copies of contents, prove them to each other and delete them, in simulated time.
/// </summary>
internal sealed class ProofWorld : IDisposable
{
    internal static readonly TimeSpan Within = TimeSpan.FromMinutes(5);

    private readonly TempTree _tree = new();
    private readonly Dictionary<string, int> _copies = [];
    private readonly Dictionary<SimulatedMachine, SimulatedProcess> _deleting = [];
    private TimeSpan _time = TimeSpan.FromDays(1);

    /// <summary>Makes machines that have a copy of each content.</summary>
    internal ProofWorld(int machines, int contents)
    {
        Rows = new HostileRows(() => _time);
        Machines = [.. Enumerable.Range(0, machines)
            .Select(i => new SimulatedMachine($"m{i}", _tree.Folder, () => _time))];
        for (int content = 0; content < contents; content++)
        {
            foreach (SimulatedMachine machine in Machines)
            {
                AddCopy(machine, content, "first");
            }
        }
    }

    internal HostileRows Rows { get; }

    internal IReadOnlyList<SimulatedMachine> Machines { get; }

    /// <summary>Gets what was deleted, as names of files.</summary>
    internal List<string> Deleted { get; } = [];

    internal static byte[] ContentOf(int content) =>
        [.. Enumerable.Range(0, 40 + content).Select(i => (byte)(i + content))];

    public void Dispose()
    {
        foreach (SimulatedMachine machine in Machines)
        {
            machine.Running.ToList().ForEach(machine.Kill);
        }

        _tree.Dispose();
    }

    internal void AddCopy(SimulatedMachine machine, int content, string name)
    {
        File.WriteAllBytes($"{machine.Data}/{content}-{name}", ContentOf(content));
        _copies[$"{content}"] = _copies.GetValueOrDefault($"{content}") + 1;
    }

    internal bool Has(int machine, int content) => File.Exists($"{Machines[machine].Data}/{content}-first");

    internal void Pass(TimeSpan time) => _time += time;

    /// <summary>Starts a process that proves files for some rounds.</summary>
    internal void StartProving(SimulatedMachine machine, int rounds) => machine.Start((process, volume) =>
    {
        using var prover = new FleetProver(
            Rows.SeenBy(process.Step), machine.ClockOf(process.Step), machine.Options(Within), volume,
            [Encoding.UTF8.GetBytes(machine.Data)], CancellationToken.None);
        for (int round = 0; round < rounds; round++)
        {
            prover.Answer();
            process.Step();
        }
    });

    /// <summary>
    /// Starts a process that deletes what another machine proves to have, unless one of the machine is still running.
    /// </summary>
    internal void StartDeleting(SimulatedMachine machine, SimulatedMachine reference)
    {
        if (!_deleting.TryGetValue(machine, out SimulatedProcess? last) || last.IsOver)
        {
            _deleting[machine] = machine.Start(
                (process, volume) => Delete(machine, reference, process.Step, volume));
        }
    }

    /// <summary>Does what a run with the action delete does about files that another machine has.</summary>
    private void Delete(
        SimulatedMachine machine, SimulatedMachine reference, Action step, SteppedVolume volume)
    {
        using var requests = new ProofRequests(
            _ => Rows.SeenBy(step), machine.ClockOf(step), machine.Options(Within), volume);
        List<(string File, HostCopy Copy)> open =
        [
            .. Directory.GetFiles(machine.Data).Order(StringComparer.Ordinal)
                .Select(file => (file, CopyOf(file, reference))),
        ];
        IReadOnlySet<Digest128> promised = requests.Ask([.. open.Select(static one => one.Copy)], default);
        open.RemoveAll(one => promised.Contains(one.Copy.Digest));
        while (open.Count > 0 && requests.Wait(default))
        {
            foreach ((string file, HostCopy copy) in open.Where(one => requests.AnswerOf(one.Copy.Name) is not null))
            {
                HostAnswer answer = requests.AnswerOf(copy.Name)!;
                step();
                if (answer.Refusal is null && requests.AreInTime && IsProved(answer, file, volume) is { } folder)
                {
                    step();
                    if (requests.Failure is null && requests.AreInTime)
                    {
                        Remove(folder, file, reference, volume);
                    }

                    volume.Close(folder);
                }
            }

            open.RemoveAll(one => requests.AnswerOf(one.Copy.Name) is not null);
        }
    }

    private void Remove(FolderHandle folder, string file, SimulatedMachine reference, SteppedVolume volume)
    {
        string name = Path.GetFileName(file);
        Assert.False(volume.Remove(folder, Encoding.UTF8.GetBytes(name)).Failed);
        Deleted.Add(file);
        string content = name[..name.IndexOf('-', StringComparison.Ordinal)];
        Assert.True(--_copies[content] > 0, $"the last copy of content {content} is gone");
        Assert.True(
            Directory.GetFiles(reference.Data, $"{content}-*").Length > 0,
            $"{reference.Name} has broken its promise to keep content {content}");
    }

    private static FolderHandle? IsProved(HostAnswer answer, string file, SteppedVolume volume)
    {
        Assert.False(volume.OpenFolderStrictly(
            Encoding.UTF8.GetBytes(Path.GetDirectoryName(file)!), out FolderHandle folder, out _).Failed);
        VolumeError error = volume.OpenFile(
            folder, Encoding.UTF8.GetBytes(Path.GetFileName(file)), out FileHandle handle, out FileFacts facts);
        if (error.Failed)
        {
            volume.Close(folder);
            return null;
        }

        byte[] content = new byte[facts.Size];
        Assert.False(volume.Read(handle, 0, content, out int read).Failed);
        using IHostCheck check = answer.Begin();
        check.Append(content.AsSpan(0, read));
        bool isProved = check.WhyNot(facts, volume.MountOf(folder)) is null;
        volume.Close(handle);
        if (isProved)
        {
            return folder;
        }

        volume.Close(folder);
        return null;
    }

    private static HostCopy CopyOf(string file, SimulatedMachine reference)
    {
        int content = int.Parse(Path.GetFileName(file).Split('-')[0], CultureInfo.InvariantCulture);
        byte[] bytes = ContentOf(content);
        return new HostCopy(
            new ReportName($"host:{reference.Name}{file}"), reference.Name,
            new ReportName($"{reference.Data}/{content}-first"), bytes.Length, Xxh3.Hash128(bytes));
    }
}
