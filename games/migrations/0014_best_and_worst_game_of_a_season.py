from django.db import migrations, models


def take_extremes(apps, schema_editor):
    """Look for the best and the worst game of each total, as from now on each game that ends says them."""
    seats = apps.get_model("games", "Seat").objects.filter(points__isnull=False, game__cancelled_at=None)
    for total in apps.get_model("games", "Total").objects.filter(games__gt=0):
        counted = seats.filter(player=total.player_id, game__season=total.season_id)
        found = counted.aggregate(best=models.Max("points"), worst=models.Min("points"))
        total.best, total.worst = found["best"], found["worst"]
        total.save(update_fields=["best", "worst"])


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0013_find_what_a_club_plays_or_just_played"),
    ]

    operations = [
        migrations.AddField(
            model_name="total",
            name="best",
            field=models.BigIntegerField(null=True),
        ),
        migrations.AddField(
            model_name="total",
            name="worst",
            field=models.BigIntegerField(null=True),
        ),
        migrations.RunPython(take_extremes, migrations.RunPython.noop, elidable=True),
    ]
