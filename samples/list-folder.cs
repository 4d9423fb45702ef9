#:project ../src/Doppel.Volumes
// Lists a folder with the inode and size of each file: dotnet run list-folder.cs FOLDER
using System.Text;
using Doppel.Volumes;

IVolume volume = OperatingSystem.IsLinux() ? new LinuxVolume() : new PortableVolume();
byte[] path = Encoding.UTF8.GetBytes(Path.GetFullPath(args[0]));
VolumeError error = volume.OpenFolder(FolderHandle.None, path, LinkPolicy.Follow, out FolderHandle folder, out _)
    || volume.List(folder, FactFields.All, new Printer());
volume.Close(folder);
Console.WriteLine(error.Failed ? volume.Describe(error) : "complete");

file sealed class Printer : IEntryVisitor
{
    public bool Wants(ReadOnlySpan<byte> name, EntryKind kind) => true;

    public void Visit(ReadOnlySpan<byte> name, in FileFacts facts) =>
        Console.WriteLine($"{facts.Kind} {facts.Inode} {facts.Size} {Encoding.UTF8.GetString(name)}");

    public void Fail(ReadOnlySpan<byte> name, VolumeError failure) => Console.WriteLine(failure.Kind);
}
