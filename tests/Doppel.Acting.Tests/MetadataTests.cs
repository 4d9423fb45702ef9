using System.Globalization;
using System.Text;

namespace Doppel.Acting.Tests;

/// <summary>Metadata of every kind comes back with its file, or the outcome names what does not.</summary>
public sealed class MetadataTests
{
    // mkfs.xfs takes at least 300 MiB.
    private const long ImageBytes = 320L << 20;

    public static TheoryData<string, ActionKind> FileSystems { get; } = new(
        from fileSystem in (string[])["ext4", "xfs", "btrfs"]
        from action in (ActionKind[])[
            ActionKind.Delete, ActionKind.HardLink, ActionKind.SymbolicLink, ActionKind.Trash, ActionKind.Move]
        select (fileSystem, action));

    [Theory, MemberData(nameof(FileSystems))]
    public void Undo_restores_random_metadata_or_names_what_it_cannot_restore(string fileSystem, ActionKind action)
    {
        using var mount = new Mounted(fileSystem);
        for (int i = 0; i < TestRun.Count(1, 40); i++)
        {
            int seed = i + TestRun.SeedOffset;
            using var tree = new ActingTree(mount.Point);
            string[] files = Decorate(tree, fileSystem, new Random(seed));
            string before = Describe(tree, files);
            tree.Act(action, null, static options => options with { IgnoreMode = true, AcrossOwners = true });
            Assert.True(
                tree.Results.All(static result => result.Status == ActStatus.Done),
                $"seed {seed}: {string.Join('\n', tree.Results.Select(static one => $"{one.Name} {one.Reason}"))}");
            Assert.True(tree.Undo());
            string[] was = before.Split("== ");
            string[] now = Describe(tree, files).Split("== ");
            for (int at = 0; at < files.Length; at++)
            {
                string name = $"/{files[at]}";
                string reason = tree.Results.First(
                    one => $"{one.Name}".EndsWith(name, StringComparison.Ordinal)).Reason;
                Assert.True(
                    was[at + 1] == now[at + 1] || reason.Contains("could not be restored", StringComparison.Ordinal),
                    $"seed {seed}, {fileSystem}, {action}:\n{was[at + 1]}\nis now\n{now[at + 1]}\n{reason}");

                // These file systems can restore everything.
                Assert.Equal("", reason);
            }
        }
    }

    [Fact]
    public void Files_of_different_projects_are_not_linked()
    {
        using var mount = new Mounted("xfs");
        using var tree = new ActingTree(mount.Point);
        tree.AddGroup("apple", ["keep"], ["same"], ["other"]);
        Script(tree, "chattr -p 7 keep same; chattr -p 8 other");
        tree.Act(ActionKind.HardLink);
        ActResult ResultOf(string name) =>
            tree.Results.First(one => $"{one.Name}".EndsWith(name, StringComparison.Ordinal));
        Assert.Equal(ActStatus.Done, ResultOf("/same").Status);
        Assert.Equal(ActStatus.Skipped, ResultOf("/other").Status);
        Assert.Contains("project", ResultOf("/other").Reason, StringComparison.Ordinal);
    }

    [Fact]
    public void A_copy_on_another_file_system_names_the_metadata_that_it_lacks()
    {
        using var mount = new Mounted("xfs");
        using var elsewhere = new Mounted("ext4");
        using var tree = new ActingTree(mount.Point);
        tree.AddGroup("apple", ["keep"], ["drop"], ["plain"]);
        Script(tree, "rm drop; : > drop; xfs_io -c 'extsize 64k' drop; printf apple > drop");
        tree.Act(
            ActionKind.Move, null,
            options => options with { MoveTo = Encoding.UTF8.GetBytes($"{elsewhere.Point}/moved") });
        Assert.All(tree.Results, static result => Assert.Equal(ActStatus.Done, result.Status));
        Assert.Equal(
            ["", "its copy lacks: extent size hint"],
            tree.Results.Select(static result => result.Reason).Order(StringComparer.Ordinal));
    }

    // Each group has a plain keeper and a decorated file of equal content.
    private static string[] Decorate(ActingTree tree, string fileSystem, Random random)
    {
        var script = new StringBuilder("set -e\n");
        string[] files = ["d/0", "d/1", "d/2", "d/3", "d/4", "d/5"];
        foreach (string file in files)
        {
            string content = random.Next(2) == 0 ? $"content of {file}" : $"{file}{new string('\0', 300_000)}end";
            string keeper = "k" + file;
            tree.Files.AddFile(keeper, Encoding.ASCII.GetBytes(content));
            tree.Files.AddFile(file, []);
            tree.AddKnown([keeper], [file]);
            Add(fileSystem == "btrfs", $"chattr +C {file}");
            Add(fileSystem == "xfs", $"xfs_io -c 'extsize {4 << random.Next(2, 6)}k' {file}");
            Add(fileSystem == "xfs", $"chattr -p {random.Next(1, 1000)} {file}");
            _ = script.Append(CultureInfo.InvariantCulture, $"cp --sparse=always {keeper} {file}.new; ");
            _ = script.Append(CultureInfo.InvariantCulture, $"cat {file}.new > {file}; rm {file}.new\n");
            Add(true, $"setfattr -n user.mark -v {random.Next()} {file}");
            Add(true, $"setfattr -n trusted.mark -v {random.Next()} {file}");
            Add(true, $"setfacl -m u:{random.Next(1, 9)}:rw {file}");
            Add(true, $"chattr +d {file}");
            Add(true, $"chattr +A {file}");
            _ = script.Append(CultureInfo.InvariantCulture, $"chown {random.Next(3)}:{random.Next(3)} {file}\n");
            _ = script.Append(
                CultureInfo.InvariantCulture, $"chmod {random.Next(4, 7)}{random.Next(8)}{random.Next(8)} {file}\n");
            _ = script.Append(CultureInfo.InvariantCulture, $"touch -m -d @{Time()} {file}\n");
            _ = script.Append(CultureInfo.InvariantCulture, $"touch -a -d @{Time()} {file}\n");

            string Time() =>
                string.Create(CultureInfo.InvariantCulture, $"{random.Next()}.{random.Next(1_000_000_000):d9}");

            void Add(bool isKnown, string command)
            {
                if (isKnown && random.Next(2) == 0)
                {
                    _ = script.Append(command).Append('\n');
                }
            }
        }

        Script(tree, script.ToString());
        return files;
    }

    // By programs that share nothing with the volume. The times come first, since reading may change one of them.
    private static string Describe(ActingTree tree, string[] files) => Script(tree, string.Concat(files.Select(
        static file => $"echo '== {file}'; stat -c '%a %u:%g %x %y %s' {file}; lsattr -p {file}; "
            + $"getfattr -d -m - -e hex {file}; (xfs_io -r -c extsize {file} || true) 2>/dev/null; "
            + $"sha256sum < {file}\n")));

    private static string Script(ActingTree tree, string text)
    {
        ProcessEnd end = Tool.Run("bash", "-c", $"cd '{tree.Files.Folder}'; {text}");
        Assert.True(end.ExitCode == 0, end.ErrorText);
        return end.OutputText;
    }

    private sealed class Mounted : IDisposable
    {
        private readonly TempTree _folder = new();

        internal Mounted(string fileSystem)
        {
            string[] tools = ["mount", $"mkfs.{fileSystem}", "chattr", "setfattr", "setfacl", "xfs_io"];
            foreach (string tool in tools)
            {
                Assert.SkipUnless(Tool.Find(tool) is not null, $"needs {tool}");
            }

            Assert.SkipUnless(Environment.IsPrivilegedProcess, "needs root to mount");
            Point = $"{_folder.AddFolder("point")}";
            string image = $"{_folder.Folder}/image";
            using (FileStream file = File.Create(image))
            {
                file.SetLength(ImageBytes);
            }

            // The oracle reads the files, which must not change their access times.
            string mount = $"mkfs.{fileSystem} -q {image} && mount -o loop,noatime {image} {Point}";
            Tool.Run("bash", "-c", mount).MustSucceed();
        }

        internal string Point { get; }

        public void Dispose()
        {
            Tool.Unmount(Point);
            _folder.Dispose();
        }
    }
}
