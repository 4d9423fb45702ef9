#:project ../src/Doppel.Catalog
// Prints the digest of a file, which is read only if it has changed: dotnet run remember-digest.cs FILE FOLDER
using System.Text;
using Doppel.Catalog;
using Doppel.Hashing;
using Doppel.Volumes;

IVolume volume = OperatingSystem.IsLinux() ? new LinuxVolume() : new PortableVolume();
byte[] path = Encoding.UTF8.GetBytes(Path.GetFullPath(args[0]));
VolumeError error = volume.Stat(FolderHandle.None, path, LinkPolicy.Follow, FactFields.All, out FileFacts file);
if (error.Failed)
{
    Console.WriteLine(volume.Describe(error));
    return;
}

var disk = new FileSystemIdentity(1, 0); // a number for each file system, such as its UUID
ulong stamp = Xxh3.Hash128(Encoding.UTF8.GetBytes($"{file.Size} {file.Modified} {file.Changed}")).Low;
using ContentCatalog catalog = ContentCatalog.Open(args[1]);
Digest128? digest = null;
catalog.Find(disk, [new ContentQuery(file.Inode, stamp, Tag: 0)], (int _, in ContentFact fact) => digest = fact.Value);
Console.WriteLine(digest is null ? "read" : "known");
if (digest is null)
{
    digest = Xxh3.Hash128(File.ReadAllBytes(args[0]));
    uint now = (uint)TimeProvider.System.GetUtcNow().ToUnixTimeSeconds();
    catalog.Add(disk, [new ContentFact(file.Inode, stamp, FactKind.Whole, digest.Value, now)]);
}

Console.WriteLine($"{digest}  {args[0]}");
