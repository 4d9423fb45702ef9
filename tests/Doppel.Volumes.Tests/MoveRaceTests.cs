using System.Runtime.Versioning;
using System.Text;

namespace Doppel.Volumes.Tests;

/// <summary>A name that is moved aside, where no call moves without replacing, beside a program that saves.</summary>
[SupportedOSPlatform("linux")]
public sealed class MoveRaceTests
{
    private const int Rounds = 3000;

    private static readonly byte[] s_temporary = ".doppel-0123456789abcdef0123456789abcdef"u8.ToArray();

    // A save must not be removed as if it were the old file.
    [Fact]
    public void A_file_that_is_saved_while_its_name_is_moved_aside_is_never_removed()
    {
        var volume = new LinuxVolume(canRename: false);
        using var place = new DiskPlace(volume, PlaceAbilities.None);
        string root = Encoding.UTF8.GetString(place.Root);
        Assert.False(volume.OpenFolderStrictly(place.Root, out FolderHandle folder, out _).Failed);
        var random = new Random(1);
        int begun = -1;
        int saved = -1;
        var other = new Thread(() =>
        {
            for (int round = 0; round < Rounds; round++)
            {
                while (Volatile.Read(ref begun) < round)
                {
                    Thread.Yield();
                }

                Thread.SpinWait(random.Next(200));
                File.Move($"{root}/save", $"{root}/name", overwrite: true);
                Volatile.Write(ref saved, round);
            }
        });
        other.Start();
        int lost = 0;
        for (int round = 0; round < Rounds; round++)
        {
            File.WriteAllText($"{root}/name", "old");
            File.WriteAllText($"{root}/save", "saved");
            Volatile.Write(ref begun, round);
            volume.Move(folder, "name"u8, folder, s_temporary);
            while (Volatile.Read(ref saved) < round)
            {
                Thread.Yield();
            }

            lost += Directory.GetFiles(root).Any(static path => File.ReadAllText(path) == "saved") ? 0 : 1;
            Array.ForEach(Directory.GetFiles(root), File.Delete);
        }

        other.Join();
        volume.Close(folder);
        Assert.Equal(0, lost);
    }
}
